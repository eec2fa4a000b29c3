import { setTimeout as sleep } from 'node:timers/promises';
import type { Cancellation, Credentials, Exchange } from '../../exchange.ts';
import { unknown } from '../../ccxt/rest/outcomes.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import type { CcxtTimings } from '../../ccxt/ccxt-timings.ts';
import { isLive, isTrigger, type Named } from './find-order.ts';
import type { OrderFilter } from './order-terms.ts';
import { Acknowledged, TOO_LATE } from './acknowledged.ts';

const LOOKS = 5;
const NOT_SEEN = 'Bybit took on the cancellation, and its effect could not be seen yet.';

/** Bybit only acknowledges a cancellation: what became of it has to be looked up. */
export function createCancel(rest: Rest, timings: CcxtTimings, find: Exchange['find']): Exchange['cancel'] {
  const send = (credentials: Credentials, { symbol, clientOrderId }: Named, orderFilter: OrderFilter) =>
    rest.ask(
      {
        method: 'POST',
        path: 'v5/order/cancel',
        params: { category: 'spot', symbol, orderLinkId: clientOrderId, orderFilter },
        errand: 'cancellation',
        urgent: true,
        answer: Acknowledged,
      },
      credentials,
    );

  async function settled(credentials: Credentials, order: Named): Promise<Cancellation> {
    for (let look = 0; look < LOOKS; look += 1) {
      if (look > 0) await sleep(timings.settle, undefined, { ref: false });
      const lookup = await find(credentials, order);
      if (lookup.outcome === 'rejected' || lookup.outcome === 'unknown') return unknown(NOT_SEEN);
      if (lookup.outcome === 'found' && !isLive(lookup.order)) {
        return { outcome: lookup.order.state === 'cancelled' ? 'cancelled' : 'already-done', order: lookup.order };
      }
    }
    return unknown(NOT_SEEN);
  }

  /** Orders that wait for their trigger are cancelled among their own kind. */
  async function cancelTrigger(credentials: Credentials, order: Named): Promise<Cancellation> {
    const answer = await send(credentials, order, 'tpslOrder');
    if (answer.outcome === 'ok') return settled(credentials, order);
    return answer.outcome === 'rejected' && TOO_LATE.has(answer.code) ? settled(credentials, order) : answer;
  }

  return async (credentials, order) => {
    const answer = await send(credentials, order, 'Order');
    if (answer.outcome === 'ok') return settled(credentials, order);
    if (answer.outcome === 'unknown' || !TOO_LATE.has(answer.code)) return answer;
    const lookup = await find(credentials, order);
    if (lookup.outcome === 'absent') return answer;
    if (lookup.outcome !== 'found') return lookup;
    if (!isLive(lookup.order)) return { outcome: 'already-done', order: lookup.order };
    if (isTrigger(lookup.order)) return cancelTrigger(credentials, order);
    return unknown('Bybit refused the cancellation, and still shows the order as open.');
  };
}
