import * as z from 'zod/mini';
import type { Credentials, Exchange, Placement } from '../../exchange.ts';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';
import { orderRank } from '../../../runtime/rate-budget/call-rank.ts';
import { notSent } from '../../refusals.ts';
import { asSent } from '../../ccxt/as-sent.ts';
import { asTaken } from './as-taken.ts';
import type { Lookups } from './find-order.ts';
import { newOrder } from './order-terms.ts';
import type { CoinbaseOrderDeps } from './deps.ts';

const Placed = z.object({
  success: z.literal(true),
  success_response: z.object({ order_id: z.string().check(z.minLength(1)) }),
});

/** The answer names the order and no more. M-00 holds by itself: the same id again answers with the first order. */
export function createPlace(
  { rest, pairs, renew }: Pick<CoinbaseOrderDeps, 'rest' | 'pairs' | 'renew'>,
  lookups: Lookups,
): Exchange['place'] {
  const { byId, remember, productId } = lookups;

  async function send(credentials: Credentials, terms: OrderTerms, product: string): Promise<Placement> {
    const request = newOrder(terms, product);
    if ('outcome' in request) return request;
    const answer = await rest.ask(
      { method: 'POST', path: 'brokerage/orders', ...request, errand: 'order', rank: orderRank(terms), answer: Placed },
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
  }

  async function sendAsTaken(credentials: Credentials, terms: OrderTerms, product: string): Promise<Placement> {
    const taken = await asTaken(rest, terms, { productId: product, pair: pairs().get(terms.symbol) });
    return 'outcome' in taken ? taken : send(credentials, taken, product);
  }

  return async (credentials, terms) => {
    const product = productId(terms.symbol);
    if (product === undefined) return notSent(`Coinbase does not trade ${terms.symbol}.`);
    const placement = await sendAsTaken(credentials, terms, product);
    const isRefused = placement.outcome === 'rejected' && placement.retryAfter === undefined;
    if (!isRefused || terms.type !== 'market') return placement;
    // Its mode may have changed since the rules were read. A refused order is not there: it may be sent in another way.
    const before = pairs().get(terms.symbol)?.takesOnly;
    await renew(terms.symbol);
    const isChanged = pairs().get(terms.symbol)?.takesOnly !== before;
    return isChanged ? sendAsTaken(credentials, terms, product) : placement;
  };
}
