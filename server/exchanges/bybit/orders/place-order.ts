import type { Credentials, Exchange, Placement } from '../../exchange.ts';
import { orderRank } from '../../../runtime/rate-budget/call-rank.ts';
import { type OrderTerms, trailingDeltaOf } from '../../../domain/market/exchange-order.ts';
import { noTrailing } from '../../refusals.ts';
import { unknown } from '../../ccxt/rest/outcomes.ts';
import { asSent } from '../../ccxt/as-sent.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import { Acknowledged, DUPLICATES, NEW_ORDER_REJECTED } from './acknowledged.ts';
import { isTrigger } from './find-order.ts';
import { newOrder } from './order-terms.ts';

const PASSED = 'The price has already passed the trigger price';
const OTHER_UNIT = 'The quantity was read in another unit';

/** Bybit only acknowledges an order: what became of it has to be looked up. */
export function createPlace(rest: Rest, { find, cancel }: Pick<Exchange, 'find' | 'cancel'>): Exchange['place'] {
  /**
   * Spot takes no direction: a stop that the price has passed already would wait for the way back, as a take profit. And
   * no order that waits may be sized in counter currency.
   */
  async function takeBack(credentials: Credentials, terms: OrderTerms, message: string): Promise<Placement> {
    const taken = await cancel(credentials, terms);
    if (taken.outcome === 'cancelled') return rest.refuse({ code: NEW_ORDER_REJECTED, message }, 'order');
    if (taken.outcome === 'already-done') return { outcome: 'accepted', order: taken.order };
    return unknown(`Bybit took the order for another one, and it could not be taken back: ${message}.`);
  }

  async function acknowledged(credentials: Credentials, terms: OrderTerms, orderId: string): Promise<Placement> {
    const lookup = await find(credentials, terms);
    if (lookup.outcome !== 'found') return { outcome: 'accepted', order: asSent(terms, orderId, rest.time.now()) };
    const { order } = lookup;
    if (order.state === 'rejected') {
      const message = `New order rejected: ${order.expiryReason ?? 'no reason given'}`;
      return rest.refuse({ code: NEW_ORDER_REJECTED, message }, 'order');
    }
    if (isTrigger(order) && order.type !== terms.type) return takeBack(credentials, terms, PASSED);
    if (isTrigger(order) && !order.quantity.eq(terms.quantity)) return takeBack(credentials, terms, OTHER_UNIT);
    return { outcome: 'accepted', order };
  }

  return async (credentials, terms) => {
    if (trailingDeltaOf(terms) !== undefined) return noTrailing('Bybit');
    const answer = await rest.ask(
      {
        method: 'POST',
        path: 'v5/order/create',
        params: newOrder(terms),
        errand: 'order',
        rank: orderRank(terms),
        answer: Acknowledged,
      },
      credentials,
    );
    if (answer.outcome === 'ok') return acknowledged(credentials, terms, answer.value.orderId);
    if (answer.outcome === 'unknown' || !DUPLICATES.has(answer.code)) return answer;
    // M-00: an earlier copy of this very order exists; a refusal would make the caller forget it.
    const earlier = await find(credentials, terms);
    if (earlier.outcome === 'found') return { outcome: 'accepted', order: earlier.order };
    return unknown('Bybit has an earlier copy of this order, which could not be read yet.');
  };
}
