import { DAY } from '#contracts/rules/time.ts';
import type { ConditionRow } from '../../server/features/alerts/conditions/condition-row.ts';

/** A day's first moment, UTC epoch ms. */
export const DAY_START = 1_800_000_000_000 - (1_800_000_000_000 % DAY);

/** An alert that fires again and again, armed at the start of the day. */
export const conditionRow = (num: number, condition: ConditionRow['condition']): ConditionRow => ({
  num,
  market: 'binance',
  symbol: 'XRPUSDT',
  condition,
  informing: 'ALWAYS',
  seq: 1,
  armedAt: DAY_START,
  executedAt: null,
});
