import { MINUTE } from '#contracts/rules/time.ts';
import { sideOf } from './series-crossing.ts';

const REST = MINUTE;

/** K-2: an alert that fired during a bar, of this length in ms, rests for a minute and until the bar ends. UTC epoch ms. */
export const restAfterFiring = ({ time, length }: { time: number; length: number }): number =>
  Math.max(time + REST, (Math.floor(time / length) + 1) * length);

/** A bar by its first moment, UTC epoch ms. */
export interface BarClose {
  openTime: number;
  close: number;
}

/** K-2: the exchange's own candle has another close for one of our bars. */
export function theirsDiffer(ours: readonly BarClose[], theirs: readonly BarClose[]): boolean {
  const closes = new Map(theirs.map(({ openTime, close }) => [openTime, close]));
  return ours.some(({ openTime, close }) => sideOf(close, closes.get(openTime) ?? close) !== 'none');
}
