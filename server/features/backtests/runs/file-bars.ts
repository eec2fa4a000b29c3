import type { BacktestRequest } from '#contracts/backtests.ts';
import { INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import { joinBars } from '../../../domain/backtest/join-bars.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import { dataFilesStore } from '../prices/data-files.store.ts';
import { sliceBars, unpackBars } from '../prices/packed-bars.ts';

export interface FilesOf extends Pick<BacktestRequest, 'interval' | 'from' | 'to'> {
  ids: readonly string[];
  symbol: string;
}

const refuse = (sentence: string): never => {
  throw new Refusal('unprocessable', sentence);
};

/** the bars of a person's own files, joined. Throws a refusal where they do not fit. */
export async function fileBars(
  db: Db,
  userId: string,
  { ids, symbol, interval, from, to }: FilesOf,
): Promise<{ bars: Bars; source: string }> {
  const files = await dataFilesStore(db, userId).named(ids);
  if (files.length < new Set(ids).size)
    throw new Refusal('not-found', 'One of these files is not here any more. Choose them again.');
  const other = files.find((file) => file.symbol !== symbol);
  if (other) return refuse(`${other.name} holds ${other.symbol}, and the bot trades ${symbol}.`);
  const odd = files.find((file) => file.interval !== interval);
  if (odd) return refuse(`${odd.name} has bars of ${odd.interval}, and ${interval} was chosen.`);
  const length = INTERVAL_MS[interval];
  const [first, ...more] = await Promise.all(files.map(({ bars }) => unpackBars(bars, length)));
  if (!first) return refuse('Choose a file.');
  const joined = joinBars([first, ...more]);
  if ('disagreement' in joined) {
    const { time, sources } = joined.disagreement;
    const [one, two] = sources.map((at) => files[at]?.name ?? '');
    return refuse(
      `${one} and ${two} disagree about ${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    );
  }
  return { bars: sliceBars([joined.bars], length, { from, to }), source: files.map(({ name }) => name).join(', ') };
}
