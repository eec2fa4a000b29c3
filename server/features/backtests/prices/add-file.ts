import { hash } from 'node:crypto';
import type { DataFile } from '#contracts/backtests.ts';
import {
  BACKTEST_INTERVALS,
  type BacktestInterval,
  INTERVAL_MS,
  MOST_FILES,
} from '#contracts/rules/backtest-limits.ts';
import { holesIn } from '../../../domain/backtest/bars.ts';
import { DataFault, dataFileOf } from '../../../domain/backtest/data-file.ts';
import { KlinesReader } from '../../../domain/backtest/read-klines.ts';
import { TradesReader } from '../../../domain/backtest/read-trades.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newId } from '../../../lib/id.ts';
import type { BacktestDeps } from '../deps.ts';
import { dataFilesStore, type FileRow } from './data-files.store.ts';
import { packBars, packFlow, packPrints } from './packed-bars.ts';
import { linesOf } from './unpack-file.ts';

export interface SentFile {
  name: string;
  content: Buffer;
  /** As its checksum file says, in any case. */
  checksum: string | undefined;
}

type Kind = DataFile['kind'];
const TRADES: readonly Kind[] = ['aggTrades', 'trades'];
const kindOfRow = (interval: string): Kind => TRADES.find((kind) => kind === interval) ?? 'klines';

export const presentFile = ({ id, firstTime, lastTime, interval, ...row }: FileRow): DataFile => ({
  fileId: id,
  name: row.name,
  symbol: row.symbol,
  kind: kindOfRow(interval),
  interval: BACKTEST_INTERVALS.find((known) => known === interval) ?? null,
  from: firstTime,
  to: lastTime,
  count: row.count,
  holes: row.holes,
  checksum: row.checksum,
});

type Read = Pick<FileRow, 'interval' | 'firstTime' | 'lastTime' | 'count' | 'holes'> & {
  bars: Buffer;
  flow: Buffer | null;
};
type Named = NonNullable<ReturnType<typeof dataFileOf>>;

const nothing = (name: string, what: string): Refusal => new Refusal('unprocessable', `${name} holds no ${what}.`);

async function readAll(name: string, content: Buffer, reader: { take(line: string): void }): Promise<void> {
  for await (const lines of linesOf(name, content)) for (const line of lines) reader.take(line);
}

async function readKlines(name: string, content: Buffer, interval: BacktestInterval): Promise<Read> {
  const reader = new KlinesReader(INTERVAL_MS[interval]);
  await readAll(name, content, reader);
  const bars = reader.bars();
  const [firstTime, last] = [bars.times[0], bars.times.at(-1)];
  if (firstTime === undefined || last === undefined) throw nothing(name, 'bars');
  const count = bars.times.length;
  return {
    interval,
    firstTime,
    lastTime: last + bars.interval,
    count,
    holes: holesIn(bars).length,
    bars: await packBars(bars),
    flow: await packFlow(reader.flow()),
  };
}

async function readTrades(name: string, content: Buffer, kind: 'aggTrades' | 'trades'): Promise<Read> {
  const reader = new TradesReader(kind);
  await readAll(name, content, reader);
  const prints = reader.prints();
  const [firstTime, last] = [prints.times[0], prints.times.at(-1)];
  if (firstTime === undefined || last === undefined) throw nothing(name, 'trades');
  const { trades: count, holes } = reader;
  return { interval: kind, firstTime, lastTime: last + 1, count, holes, bars: await packPrints(prints), flow: null };
}

function kindOf(name: string): Named {
  const kind = dataFileOf(name);
  if (!kind) throw new Refusal('unprocessable', `${name} has bars of a length that is not run here. Use 1m to 1d.`);
  return kind;
}

/** keeps a file, or nothing of it. */
export async function addFile(
  { db, clock }: Pick<BacktestDeps, 'db' | 'clock'>,
  userId: string,
  { name, content, checksum }: SentFile,
): Promise<DataFile> {
  const of = kindOf(name);
  const sum = hash('sha256', content);
  if (checksum && checksum.toLowerCase() !== sum)
    throw new Refusal('unprocessable', `${name} is not the file that its checksum is of. Download it again.`);
  const reading = of.kind === 'klines' ? readKlines(name, content, of.interval) : readTrades(name, content, of.kind);
  const { bars, flow, ...read } = await reading.catch((error: unknown) => {
    if (error instanceof DataFault) throw new Refusal('unprocessable', `${name}: ${error.message}`);
    throw error;
  });
  const row = { id: newId(), name, symbol: of.symbol, ...read, checksum: sum, createdAt: clock() };
  const isKept = await dataFilesStore(db, userId).keep({ ...row, bars, flow }, MOST_FILES);
  if (!isKept) throw new Refusal('unprocessable', `You keep ${MOST_FILES} files, which is the most. Delete one first.`);
  return presentFile(row);
}
