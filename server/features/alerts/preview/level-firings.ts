import type { AlertType } from '#contracts/alerts.ts';
import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';
import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { Candle } from '../../../runtime/price-triggers/prices.ts';
import type { Span } from '../../../runtime/price-triggers/read-prices.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { LevelBook } from '../levels/level-book.ts';
import type { PriceStep } from './kept-prices.ts';

interface Level {
  price: Big;
  type: AlertType;
  /** The pair's price step. */
  tick: Big;
}

const NUM = 1;
const same = (time: number): number => time;

/** When an alert on this level that fires each time would have fired over these prices, oldest first. */
export function levelFirings({ price, type, tick }: Level, steps: readonly PriceStep[]): { at: number; price: Big }[] {
  let now = 0;
  const times = { ours: same, theirs: same };
  const book = new LevelBook({ table: new AlertTable(), tick, clock: () => now, times }, null);
  const armed = { num: NUM, level: orderOf(price), type, informing: 'ALWAYS', seq: 1 } as const;
  book.upsert(armed, { kind: 'awaiting-baseline', from: 0 });
  const fired: { at: number; price: Big }[] = [];
  for (const { openTime: at, orders } of steps) {
    now = at;
    for (const order of orders) if (book.move(order, at).fired.length > 0) fired.push({ at, price });
  }
  return fired;
}

/** The span outside of which no price came to the level, with the hour before it; null where none did. */
export function nearLevel(level: Big, hours: readonly Candle[]): Span | null {
  const comesNear = ({ low, high }: Candle, at: number): boolean => {
    const before = hours[at - 1]?.close ?? low;
    return min(low, before).lte(level) && max(high, before).gte(level);
  };
  const first = hours.findIndex(comesNear);
  const from = hours[Math.max(0, first - 1)];
  const last = hours.findLast((hour, at) => comesNear(hour, at));
  return first < 0 || !from || !last ? null : { from: from.openTime, to: last.closeTime + 1 };
}
