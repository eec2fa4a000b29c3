import type { MarketCondition } from '#contracts/alert-conditions.ts';
import type { Informing } from '#contracts/alerts.ts';
import type { IndicatorCondition } from '../../../domain/conditions/indicator-score.ts';
import { COOLDOWN } from '../levels/crossing.ts';

/** An active alert on a condition. */
export interface ConditionRow {
  num: number;
  market: string;
  symbol: string;
  condition: MarketCondition;
  informing: Informing;
  seq: number;
  /** By our clock; of one that fired since it was armed, when that was on the exchange. UTC epoch ms. */
  armedAt: number;
  executedAt: number | null;
}

const TYPES = { up: 'PRICE_RISES_ABOVE', down: 'PRICE_DROPS_BELOW', either: 'PRICE_REACHES' } as const;

export const typeOf = (condition: MarketCondition) =>
  condition.kind === 'volume' ? TYPES.up : TYPES[condition.direction];

export const hasFired = ({ executedAt, armedAt }: ConditionRow): boolean =>
  executedAt !== null && executedAt >= armedAt;

export const restsUntilOf = (row: ConditionRow): number | null => (hasFired(row) ? row.armedAt + COOLDOWN : null);

export const isIndicator = (condition: MarketCondition): condition is IndicatorCondition =>
  condition.kind !== 'percent-move' && condition.kind !== 'volume' && condition.kind !== 'trendline';
