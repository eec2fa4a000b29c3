import { TERMS_OF } from '../model/order-type.ts';
import type { Draft } from '../model/order.ts';
import { OrderRefusal } from '../model/refusal.ts';

/** Whether an order has the terms of its type and no others. Throws the refusal. */
export function checkTerms({ type, price, stopPrice, timeInForce, quoteOrderQty }: Draft): void {
  const takes = TERMS_OF[type];
  const fits =
    price.gt(0) === takes.price &&
    stopPrice.gt(0) === takes.stopPrice &&
    (takes.timeInForce || timeInForce === 'GTC') &&
    (quoteOrderQty.eq(0) || type === 'MARKET');
  if (!fits) throw new OrderRefusal('terms-of-type');
}
