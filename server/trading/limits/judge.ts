import { Big } from 'big.js';
import type { Market, Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { Ordered, OwnLimits } from './limits.store.ts';

/** A deal before it is stored. */
export interface Intended {
  market: Market;
  pair: ExchangePair;
  side: Side;
  price: Big;
  /** Quantity of the main key's order; null where only copies are placed. */
  main: Big | null;
  /** Quantity of each copy; 0 for a skipped one. */
  copies: readonly Big[];
  /** Orders that it takes the place of: they count no more. */
  instead?: readonly Ordered[];
  /** The largest single order, where a deal is placed in several: the limit for one order is about it. */
  largest?: { main: Big; copies: readonly Big[] };
  /** Further pairs that the same deal trades: none of them may hardly trade. */
  others?: readonly ExchangePair[];
}

/** Why the main order and each copy may not be placed; null where allowed. */
export interface Verdict {
  main: string | null;
  copies: readonly (string | null)[];
}

export const WHERE = 'Change your order limits on the account page.';
export const usdt = (amount: Big): string => `${amount.round(2, Big.roundUp).toFixed()} USDT`;

export const notKnown = (what: string): string =>
  `${what}, so this order cannot be held against your limits. Try again in a moment.`;

interface Judged {
  what: 'order' | 'copy';
  /** USDT. */
  cost: Big;
  /** Of its largest order, USDT. */
  single: Big;
  /** Ordered in the last 24 hours, USDT. */
  used: Big;
}

function overLimit({ what, cost, single, used }: Judged, own: OwnLimits): string | null {
  if (single.gt(own.perOrder))
    return `This ${what} is worth ${usdt(single)}; your limit for one order is ${usdt(own.perOrder)}. ${WHERE}`;
  const all = used.plus(cost);
  if (all.lte(own.perDay)) return null;
  return `With this ${what} you would have ordered ${usdt(all)} in 24 hours, copies included; your limit is ${usdt(own.perDay)}. ${WHERE}`;
}

export const allOver = ({ main, copies }: Intended, sentence: string): Verdict => ({
  main: main && sentence,
  copies: copies.map((quantity) => (quantity.gt(0) ? sentence : null)),
});

/** Each order counts the accepted ones before it; a refused copy does not count. */
export function judge(
  intended: Intended,
  costOf: (quantity: Big) => Big,
  { own, used }: { own: OwnLimits; used: Big },
): Verdict {
  let sum = used;
  const { largest } = intended;
  const over = (what: Judged['what'], quantity: Big, largestOrder = quantity): string | null => {
    const cost = costOf(quantity);
    const judged = { what, cost, single: costOf(largestOrder), used: sum };
    const fault = quantity.gt(0) ? overLimit(judged, own) : null;
    if (fault === null) sum = sum.plus(cost);
    return fault;
  };
  const main = intended.main && over('order', intended.main, largest?.main);
  return { main, copies: intended.copies.map((quantity, at) => main ?? over('copy', quantity, largest?.copies[at])) };
}
