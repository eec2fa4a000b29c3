import type { LevelAlert } from '#contracts/alerts.ts';
import type { Big } from 'big.js';
import { formatAmount } from '../../../lib/format-amount.ts';

type Level = Pick<LevelAlert, 'price' | 'type'>;

/** Distance from the current price to the alert's price in percent; a passed price waits for the price to return. */
export function distance({ price: level, type }: Level, now: Big): string {
  if (now.eq(level)) return 'at the level';
  const percent = `${formatAmount(level.minus(now).abs().div(now).times(100), 2)}%`;
  const rises = level.gt(now);
  const passed = type === (rises ? 'PRICE_DROPS_BELOW' : 'PRICE_RISES_ABOVE');
  if (passed) return `passed by ${percent}`;
  return `${percent} to ${rises ? 'rise' : 'fall'}`;
}
