import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { FillFact, OrderFact } from './position.ts';

/** Digits after the point that the database keeps. */
const DECIMALS = 18;

/** The average price of an order's trades that are not known yet, by the order's own sums; null where they do not say. */
export function missingPrice(
  { filledQuantity, filledCounterQuantity }: Pick<OrderFact, 'filledQuantity' | 'filledCounterQuantity'>,
  known: readonly Pick<FillFact, 'quantity' | 'price'>[],
): Big | null {
  const quantity = known.reduce((left, fill) => left.minus(fill.quantity), filledQuantity);
  const counter = known.reduce(
    (left, { quantity: size, price }) => left.minus(size.times(price)),
    filledCounterQuantity,
  );
  return quantity.gt(ZERO) && counter.gt(ZERO) ? counter.div(quantity).round(DECIMALS) : null;
}
