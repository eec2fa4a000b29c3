import type { BacktestRequest } from '#contracts/backtests.ts';
import { BACKTEST_INTERVALS, INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Bars, Inside, Prints } from '../../../domain/backtest/bars.ts';
import { fullBarsOfPrints } from '../../../domain/backtest/holes.ts';
import { partingInside } from '../../../domain/backtest/inside-bars.ts';
import { joinBars } from '../../../domain/backtest/join-bars.ts';
import { joinPrints } from '../../../domain/backtest/join-prints.ts';
import { positionOf } from '../../../domain/backtest/position-of.ts';
import { barsOfPrints, wholeLongerBars } from '../../../domain/backtest/prints.ts';
import {
  joinSignalBars,
  longerSignalBars,
  type SignalBars,
  signalBarsIn,
} from '../../../domain/backtest/signal-bars.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import { dataFilesStore } from '../prices/data-files.store.ts';
import { sliceBars, slicePrints, unpackBars, unpackFlow, unpackPrints } from '../prices/packed-bars.ts';

export interface FilesOf extends Pick<BacktestRequest, 'interval' | 'from' | 'to'> {
  ids: readonly string[];
  symbol: string;
  /** Other pairs that these files may hold; left out, they hold this one alone. */
  others?: readonly string[];
}

type FileWithBars = Awaited<ReturnType<ReturnType<typeof dataFilesStore>['named']>>[number];
type Files = readonly FileWithBars[];

const refuse = (sentence: string): never => {
  throw new Refusal('unprocessable', sentence);
};

const minuteText = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const namesOf = (files: Files): string => files.map(({ name }) => name).join(', ');

function disagree(files: Files, { time, sources }: { time: number; sources: readonly number[] }): never {
  const [one, two] = sources.map((at) => files[at]?.name ?? '');
  return refuse(`${one} and ${two} disagree about ${minuteText(time)}.`);
}

const lengthOf = ({ interval }: Pick<FileWithBars, 'interval'>): number | null => {
  const known = BACKTEST_INTERVALS.find((name) => name === interval);
  return known ? INTERVAL_MS[known] : null;
};

/** Bars of one length; null where there are no files of it. */
async function joinedBars(files: Files): Promise<Bars | null> {
  const [first, ...more] = await Promise.all(files.map((file) => unpackBars(file.bars, lengthOf(file) ?? MINUTE)));
  if (!first) return null;
  const joined = joinBars([first, ...more]);
  return 'bars' in joined ? joined.bars : disagree(files, joined.disagreement);
}

async function joinedPrints(files: Files): Promise<Prints | null> {
  const [first, ...more] = await Promise.all(files.map(({ bars }) => unpackPrints(bars)));
  if (!first) return null;
  const joined = joinPrints([first, ...more]);
  return 'prints' in joined ? joined.prints : disagree(files, joined.disagreement);
}

interface Sorted {
  /** Bars of the length that was chosen. */
  same: Files;
  /** Those of a shorter one. */
  shorter: Files;
  trades: Files;
}

/** Which of them can be used for bars of this length. */
function sortFiles(files: Files, interval: FilesOf['interval']): Sorted {
  const length = INTERVAL_MS[interval];
  const odd = files.find((file) => length % (lengthOf(file) ?? 1) !== 0);
  if (odd) return refuse(`${odd.name} has bars of ${odd.interval}, and ${interval} was chosen.`);
  const shorter = files.filter((file) => (lengthOf(file) ?? length) < length);
  const [first] = shorter;
  const other = shorter.find((file) => file.interval !== first?.interval);
  if (first && other) return refuse(`${first.name} and ${other.name} have bars of two lengths. Choose those of one.`);
  return {
    same: files.filter((file) => lengthOf(file) === length),
    shorter,
    trades: files.filter((file) => lengthOf(file) === null),
  };
}

/** Finer data must say of a bar what the bar says. */
function checkInside(bars: Bars, finer: Bars | null, { files, inside }: { files: Files; inside: Files }): void {
  const time = finer && files.length > 0 ? partingInside(bars, finer) : null;
  if (time !== null) refuse(`${namesOf(files)} and ${namesOf(inside)} disagree about ${minuteText(time)}.`);
}

/** The files that are named; throws a refusal where one is gone, or holds another pair. */
async function filesOf(
  db: Db,
  userId: string,
  { ids, symbol, others = [] }: Pick<FilesOf, 'ids' | 'symbol' | 'others'>,
): Promise<Files> {
  const files = await dataFilesStore(db, userId).named(ids);
  if (files.length < new Set(ids).size)
    throw new Refusal('not-found', 'One of these files is not here any more. Choose them again.');
  const known = [symbol, ...others];
  const other = files.find((file) => !known.includes(file.symbol));
  if (other) return refuse(`${other.name} holds ${other.symbol}, and the bot trades ${known.join(', ')}.`);
  const own = files.filter((file) => file.symbol === symbol);
  return own.length > 0 ? own : refuse(`None of these files holds ${symbol}. Choose one that does.`);
}

/** A time with the last one of these before it and the first one after it, which tell where a hole begins and ends. */
const withNeighbors = ({ times }: Pick<Bars, 'times'>, { from, to }: Pick<FilesOf, 'from' | 'to'>) => ({
  from: times[positionOf(times, from) - 1] ?? from,
  to: (times[positionOf(times, to)] ?? to - 1) + 1,
});

/** What finer data says of the time of these bars. */
function withInside(bars: Bars, { bars: finer, prints, areBarsOfPrints = false }: Inside): Bars {
  const first = bars.times[0] ?? 0;
  const time = { from: first, to: (bars.times.at(-1) ?? first) + bars.interval };
  const inside = {
    bars: finer && sliceBars([finer], finer.interval, withNeighbors(finer, time)),
    prints: prints && slicePrints(prints, withNeighbors(prints, time)),
    areBarsOfPrints,
  };
  return { ...bars, inside };
}

/** the bars of a person's own files, joined, with what finer files say inside them. Throws a refusal where they do not fit. */
export async function fileBars(
  db: Db,
  userId: string,
  { interval, from, to, ...of }: FilesOf,
): Promise<{ bars: Bars; source: string }> {
  const files = await filesOf(db, userId, of);
  const { same, shorter, trades } = sortFiles(files, interval);
  const [chosen, finer, prints] = await Promise.all([joinedBars(same), joinedBars(shorter), joinedPrints(trades)]);
  const length = INTERVAL_MS[interval];
  const ofBars = chosen ?? (finer && wholeLongerBars(finer, length));
  const whole = ofBars ?? (prints && barsOfPrints(prints, length));
  if (!whole) return refuse('Choose a file.');
  checkInside(whole, finer, { files: same, inside: shorter });
  checkInside(whole, prints && fullBarsOfPrints(prints, MINUTE), { files: [...same, ...shorter], inside: trades });
  const bars = sliceBars([whole], length, { from, to });
  const inside = { bars: finer, prints, areBarsOfPrints: ofBars === null };
  return { bars: finer || prints ? withInside(bars, inside) : bars, source: namesOf(files) };
}

/** Of one file, what buyers took of its bars. */
async function signalBarsOf(file: FileWithBars): Promise<SignalBars> {
  const { name, bars, flow } = file;
  if (!flow) return refuse(`${name} was added before what buyers took was kept. Add it again.`);
  return unpackFlow(flow, await unpackBars(bars, lengthOf(file) ?? MINUTE));
}

/** PB-8: bars of this length with what buyers took of them. Throws a refusal where the files do not say. */
export async function fileSignals(db: Db, userId: string, { interval, from, to, ...of }: FilesOf): Promise<SignalBars> {
  const length = INTERVAL_MS[interval];
  const files = (await filesOf(db, userId, of)).filter((file) => length % (lengthOf(file) ?? Infinity) === 0);
  if (files.length === 0)
    return refuse(
      `Its signals go by what buyers took of bars of ${interval}: choose klines of ${interval} or shorter.`,
    );
  const parts = await Promise.all(files.map(signalBarsOf));
  const byLength = [...Map.groupBy(parts, (part) => part.interval)];
  const longer = byLength.map(([each, same]) => longerSignalBars(joinSignalBars(each, same), length));
  return signalBarsIn(joinSignalBars(length, longer), { from, to });
}
