import * as z from 'zod/mini';
import type { Exchange } from '../../exchange.ts';
import { notSent } from '../../refusals.ts';
import { asSent } from '../../ccxt/as-sent.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import type { Lookups } from './find-order.ts';
import { newOrder } from './order-terms.ts';

const Placed = z.object({
  success: z.literal(true),
  success_response: z.object({ order_id: z.string().check(z.minLength(1)) }),
});

/** The answer names the order and no more. M-00 holds by itself: the same id again answers with the first order. */
export function createPlace(rest: Rest, { byId, remember, productId }: Lookups): Exchange['place'] {
  return async (credentials, terms) => {
    const product = productId(terms.symbol);
    if (product === undefined) return notSent(`Coinbase does not trade ${terms.symbol}.`);
    const request = newOrder(terms, product);
    if ('outcome' in request) return request;
    const answer = await rest.ask(
      { method: 'POST', path: 'brokerage/orders', ...request, errand: 'order', answer: Placed },
      credentials,
    );
    if (answer.outcome !== 'ok') return answer;
    const orderId = answer.value.success_response.order_id;
    remember(terms.clientOrderId, orderId);
    const lookup = await byId(credentials, orderId);
    if (lookup.outcome !== 'found') return { outcome: 'accepted', order: asSent(terms, orderId, rest.time.now()) };
    const { order } = lookup;
    if (order.state !== 'rejected') return { outcome: 'accepted', order };
    return rest.refuse({ code: 200, message: `FAILED: ${order.expiryReason ?? 'no reason given'}` }, 'order');
  };
}
