import type { Big } from 'big.js';
import { max } from './decimal.ts';
import { ceilShare, ceilTo } from './steps.ts';

/** The least that an exchange takes in one order. */
export interface LeastOrder {
  /** Base units. */
  minQuantity: Big;
  /** Counter units. */
  minNotional: Big;
}

/** Whether the exchange takes an order of so many base units at this price. */
export const isOrderable = (quantity: Big, price: Big, { minQuantity, minNotional }: LeastOrder): boolean =>
  quantity.gt(0) && quantity.gte(minQuantity) && quantity.times(price).gte(minNotional);

/** Counter units from which on an order is taken at this price. */
export const leastWorth = ({ minQuantity, minNotional }: LeastOrder, price: Big): Big =>
  max(minNotional, minQuantity.times(price));

/** Base units of the smallest order at this price, in whole steps. */
export const leastQuantity = ({ step, minQuantity, minNotional }: LeastOrder & { step: Big }, price: Big): Big =>
  max(ceilShare(step, minNotional, price), ceilTo(step, minQuantity), step);
