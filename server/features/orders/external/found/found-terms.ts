import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { type Exits, exitsAt } from '../../../../domain/position/exits.ts';
import type { Leg } from '../../../../domain/position/position.ts';
import type { ExchangeOrder } from '../../../../exchanges/exchange.ts';
import { type FoundGroup, isStop } from './found-groups.ts';
import type { Earns } from './found-orders.store.ts';

export const priceOf = ({ price, stopPrice, filledQuantity, filledCounterQuantity }: ExchangeOrder): Big => {
  if (price.gt(0)) return price;
  if (stopPrice?.gt(0)) return stopPrice;
  return filledCounterQuantity && filledQuantity.gt(0) ? filledCounterQuantity.div(filledQuantity).round(12) : ZERO;
};
export const legOf = (order: ExchangeOrder): Leg => (isStop(order) ? 'stop-loss' : 'take-profit');
export const shownOf = ({ entry, exits }: Pick<FoundGroup, 'entry' | 'exits'>): ExchangeOrder | undefined =>
  entry ?? exits.find((order) => !isStop(order)) ?? exits[0];
/** Only what earns counter currency goes out together with its targets. */
export const earningOfNew = ({ entry, exits }: Pick<FoundGroup, 'entry' | 'exits'>): Earns =>
  entry !== null && exits.length > 0 ? 'counter' : 'unknown';
export const exitsOf = (exits: readonly ExchangeOrder[]): Exits => {
  const [stop, profit] = [exits.find(isStop), exits.find((order) => !isStop(order))];
  return exitsAt(profit && priceOf(profit), stop && priceOf(stop));
};
