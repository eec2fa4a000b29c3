import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { Pair } from '#contracts/markets.ts';
import { entryFault, priceOnTick, quantityForTotal } from '#contracts/rules/order-total.ts';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';

export type EntryTerms = { price: Big; quantity: Big } | { error: string };

/**
 * What an entry of `counterQuantity` at `price` becomes on the exchange's steps, checked after rounding against the
 * exchange's own limits (trading rules 1 and 3). `pair` is the exchange's, `shown` the same as the contract has it.
 */
export function entryTerms(
  { pair, shown }: { pair: ExchangePair; shown: Pair },
  side: Side,
  intent: { price: Big; counterQuantity: Big },
): EntryTerms {
  const price = priceOnTick(side, intent.price, pair.tick);
  const quantity = quantityForTotal(intent.counterQuantity, price, pair.step);
  const error = sizeFault({ pair, shown }, { price, quantity });
  return error === null ? { price, quantity } : { error };
}

/** Why an order of this size cannot be placed; null where it can. */
export function sizeFault(
  { pair, shown }: { pair: ExchangePair; shown: Pair },
  { price, quantity }: { price: Big; quantity: Big },
): string | null {
  const fault = entryFault({ price, quantity, cost: price.times(quantity) }, shown);
  if (fault) return fault;
  if (quantity.lt(pair.minQuantity))
    return `The least quantity of an order is ${grouped(pair.minQuantity)} ${pair.base}.`;
  return quantity.gt(pair.maxQuantity)
    ? `The largest quantity of an order is ${grouped(pair.maxQuantity)} ${pair.base}.`
    : null;
}
