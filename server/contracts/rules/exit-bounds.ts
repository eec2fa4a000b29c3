import type { Big } from 'big.js';
import { isOrderable, type LeastOrder } from './least-order.ts';
import { exitQuantity, type Moved, type OpenTerms, wholeQuantity } from './open-result.ts';
import { ceilTo } from './steps.ts';
import type { Targets } from './target-bounds.ts';

export interface ExitRules extends LeastOrder {
  tick: Big;
}

/** A target that no order could trade: what would be left to trade there, and the price nearest to it that works. */
export interface Unsellable {
  /** Base units. */
  quantity: Big;
  /** Counter currency. */
  value: Big;
  /** Null where no price works. */
  nearest: Big | null;
}

const quantityAt = (target: keyof Targets, moved: Moved, terms: OpenTerms): ((price: Big) => Big) =>
  target === 'stopLoss' ? (price) => wholeQuantity(moved, terms, price) : (price) => exitQuantity(moved, terms, price);

/** Why a target could not be traded at its price by the pair's rules (trading rule 3); null where it could. */
export function unsellableAt(
  target: keyof Targets,
  { moved, terms, price }: { moved: Moved; terms: OpenTerms; price: Big },
  rules: ExitRules,
): Unsellable | null {
  const quantityOf = quantityAt(target, moved, terms);
  const quantity = quantityOf(price);
  if (isOrderable(quantity, price, rules)) return null;
  const least = quantity.gt(0) ? ceilTo(rules.tick, rules.minNotional.div(quantity)) : null;
  const nearest = least && isOrderable(quantityOf(least), least, rules) ? least : null;
  return { quantity, value: quantity.times(price), nearest };
}
