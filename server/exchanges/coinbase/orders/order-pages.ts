import * as z from 'zod/mini';
import type { Answer, Credentials } from '../../exchange.ts';
import { readOrders, type ReadOrders } from '../../read-orders.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import { Order } from '../coinbase-messages.ts';

const ORDERS_PER_PAGE = 250;

const Page = z.object({
  orders: z.array(z.looseObject({ product_type: z.optional(z.string()) })),
  has_next: z.optional(z.boolean()),
  cursor: z.optional(z.string()),
});

const NAMES = { symbol: 'product_id', exchangeOrderId: 'order_id', clientOrderId: 'client_order_id' };

/** On spot only: what else an account trades may not read as this does. */
export interface OrderPage extends ReadOrders {
  next: { cursor: string } | undefined;
}

/** A page of the orders of an account, latest first. */
export async function readOrderPage(rest: Rest, params: object, credentials: Credentials): Promise<Answer<OrderPage>> {
  const path = 'brokerage/orders/historical/batch';
  const answer = await rest.ask(
    { path, params: { ...params, limit: ORDERS_PER_PAGE }, urgent: true, answer: Page },
    credentials,
  );
  if (answer.outcome !== 'ok') return answer;
  const { orders: listed, has_next: more, cursor } = answer.value;
  const spot = listed.filter(({ product_type: type = 'SPOT' }) => type === 'SPOT');
  const next = more === true && cursor ? { cursor } : undefined;
  return { outcome: 'ok', value: { ...readOrders(spot, Order, NAMES), next } };
}
