import { Big } from 'big.js';
import type { ExchangePair } from '../../domain/market/pair.ts';

const FINEST = new Big('0.00000001');
const MOST = new Big('1e12');

/**
 * A delisted pair, for history: derived from its name, which ends with the counter currency, without steps. Null where
 * no current counter currency matches.
 */
export function pastPair(symbol: string, pairs: Iterable<ExchangePair>): ExchangePair | null {
  const counters = new Set([...pairs].map(({ counter }) => counter));
  const [counter] = [...counters]
    .filter((each) => symbol.length > each.length && symbol.endsWith(each))
    .toSorted((one, other) => other.length - one.length);
  if (counter === undefined) return null;
  return {
    symbol,
    status: 'halted',
    base: symbol.slice(0, -counter.length),
    counter,
    tick: FINEST,
    step: FINEST,
    minQuantity: FINEST,
    maxQuantity: MOST,
    marketQuantity: null,
    minNotional: FINEST,
    limits: { orders: null, algoOrders: null, orderLists: null },
    triggers: new Set(),
    trailing: null,
    lists: new Set(),
    pegged: null,
    percentPrice: null,
  };
}
