import { BacktestRequest } from '#contracts/backtests.ts';
import type { SearchReport } from '#contracts/backtest-search.ts';
import * as z from 'zod/mini';

type Settings = SearchReport['rows'][number]['settings'];

/** stands next to every result found by a search. */
export const bestText = (tries: number): string => `best of ${tries} ${tries === 1 ? 'try' : 'tries'}`;

/** The same run with settings that were found, over all of the time. */
export function runOf(request: BacktestRequest, settings: Settings, tries: number): BacktestRequest {
  const stored = z.encode(BacktestRequest, request);
  const { bot } = stored;
  return z.decode(BacktestRequest, {
    ...stored,
    bot: { ...bot, settings: { ...bot.settings, ...settings } } as typeof bot,
    search: null,
    bestOf: tries,
  });
}
