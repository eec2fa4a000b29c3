import { Big } from 'big.js';
import { min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { Trade } from './signal.ts';

const DECIMALS = 8;
/** Finer than any step of an exchange, so that a share in whole steps is the amount that it was made from. */
const SHARE_DECIMALS = 18;

/** What a strategy says of its trade, base units; null where it does not say. */
export interface Sizes {
  order: Big | null;
  /** Of its position after the order. */
  after: Big | null;
}

function roundedDown(amount: Big): Big | null {
  const rounded = amount.round(DECIMALS, Big.roundDown);
  return rounded.gt(ZERO) ? rounded : null;
}

/** W-9: the share of its position that a strategy sold while it stays long; null where that is not known. */
export function soldShare({ side, after: stance }: Trade, { order, after }: Sizes): Big | null {
  if (side !== 'sell' || stance !== 'long' || !order || !after) return null;
  return roundedDown(order.div(order.plus(after)));
}

/** W-8: the share of what is held, base units, that brings so much of the counter currency at a price; all of it at most. */
export const shareOfWorth = (worth: Big, { held, price }: { held: Big; price: Big }): Big =>
  worth.gte(held.times(price)) ? ONE : min(ONE, worth.div(price).div(held).round(SHARE_DECIMALS, Big.roundUp));

/**
 * W-7: what a strategy spent on an entry, counter currency; null where that is not known. What its order bought back of a
 * short position is left out.
 */
export function entrySpending({ side, before }: Trade, { order, after }: Sizes, price: Big | null): Big | null {
  if (side !== 'buy' || !order || !price || (before === 'short' && !after)) return null;
  return roundedDown((after ? min(order, after) : order).times(price));
}
