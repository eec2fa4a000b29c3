import * as z from 'zod/mini';
import { BACKTEST_STATES } from './rules/backtest-limits.ts';

export const BacktestState = z.enum(BACKTEST_STATES);
export type BacktestState = z.output<typeof BacktestState>;

/** How far a run over the past has come. */
export const BacktestProgress = z.object({
  backtestId: z.string(),
  state: BacktestState,
  /** From 0 to 1. */
  progress: z.number(),
});
export type BacktestProgress = z.output<typeof BacktestProgress>;
