import type { Big } from 'big.js';
import { min } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { floorShare, floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../market/pair.ts';

/** A copy's entry as it is: base units in all, and what has filled of them. */
export interface CopiedEntry {
  side: Side;
  quantity: Big;
  filled: Big;
}

/** The main key's entry, as it was and as its owner wants it. */
export interface MainChange {
  before: Big;
  after: Big;
  /** Of both from now on. */
  price: Big;
}

export interface CopyBounds {
  pair: Pick<ExchangePair, 'step' | 'maxQuantity'>;
  /** USDT for a deal whatever the main key's amount, and USDT at most; null without. */
  fixed: Big | null;
  ceiling: Big | null;
  /** USDT that a base unit costs at the new price; null while it is not known. */
  usdtPrice: Big | null;
  /** What it can spend on what is left: what is free and what its resting order ties up, of the asset that it spends. */
  funds: Big;
}

/**
 * What a copy is in all, in base units, once the main key's entry was changed: the same share more or less, its fixed amount
 * as before, and never more than its ceiling or its funds. Null where its rule is in USDT and no price is known.
 */
export function changedCopy(copy: CopiedEntry, main: MainChange, bounds: CopyBounds): Big | null {
  const { step, maxQuantity } = bounds.pair;
  const { fixed, ceiling, usdtPrice, funds } = bounds;
  if ((fixed ?? ceiling) && !usdtPrice?.gt(0)) return null;
  const forUsdt = (usdt: Big | null) => (usdt && usdtPrice ? [floorShare(step, usdt, usdtPrice)] : []);
  const [own = floorShare(step, copy.quantity.times(main.after), main.before)] = forUsdt(fixed);
  const affordable = copy.side === 'buy' ? floorShare(step, funds, main.price) : floorTo(step, funds);
  return min(own, ...forUsdt(ceiling), copy.filled.plus(affordable), floorTo(step, maxQuantity));
}
