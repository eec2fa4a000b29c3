import type { AlertType } from '#contracts/alerts.ts';
import { Big } from 'big.js';
import { max } from '#contracts/rules/decimal.ts';
import { MINUTE } from '#contracts/rules/time.ts';

/** An ALWAYS alert fires at most once in this time, ms. */
export const COOLDOWN = MINUTE;

const RETREAT = new Big('0.001');

/** Upward: it fires when the price before was under the level and the price now is at or above it. Downward mirrors. */
export const firesUpward = (type: AlertType): boolean => type !== 'PRICE_DROPS_BELOW';
export const firesDownward = (type: AlertType): boolean => type !== 'PRICE_RISES_ABOVE';

export const crosses = (of: { type: AlertType; level: number }, before: number, now: number): boolean =>
  (firesUpward(of.type) && before < of.level && now >= of.level) ||
  (firesDownward(of.type) && before > of.level && now <= of.level);

/** The prices at or beyond which the price has left the level: 0.1% of it, and three ticks at least. */
export function retreat(level: Big, tick: Big): { up: Big; down: Big } {
  const distance = max(level.times(RETREAT), tick.times(3));
  return { up: level.plus(distance), down: level.minus(distance) };
}
