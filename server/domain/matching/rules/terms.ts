import { TERMS_OF } from '../model/order-type.ts';
import type { Draft } from '../model/order.ts';
import { OrderRefusal } from '../model/refusal.ts';
import { isTrailing } from '../model/trigger.ts';

/** A trigger is a stop price, a distance by which the order trails, or both. */
const fitsTrigger = (draft: Draft): boolean =>
  TERMS_OF[draft.type].stopPrice === (draft.stopPrice.gt(0) || isTrailing(draft));

/** Whether an order has the terms of its type and no others. Throws the refusal. */
export function checkTerms(draft: Draft): void {
  const { type, price, timeInForce, quoteOrderQty } = draft;
  const takes = TERMS_OF[type];
  const fits =
    price.gt(0) === takes.price &&
    fitsTrigger(draft) &&
    (takes.timeInForce || timeInForce === 'GTC') &&
    (quoteOrderQty.eq(0) || type === 'MARKET');
  if (!fits) throw new OrderRefusal('terms-of-type');
}
