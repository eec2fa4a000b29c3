import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Cancellation, Credentials, Exchange } from '../../exchange.ts';
import { unknown } from '../../ccxt/rest/outcomes.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import type { CcxtTimings } from '../../ccxt/ccxt-timings.ts';
import { isLive, type Lookups } from './find-order.ts';

const LOOKS = 5;
const NOT_FOUND = { code: 404, message: 'order with this orderID was not found' };
const Results = z.object({ results: z.array(z.object({ success: z.boolean(), order_id: z.string() })) });

/** Cancelling is only begun by the call: what became of it has to be looked up. */
export function createCancel(rest: Rest, timings: CcxtTimings, { find, byId }: Lookups): Exchange['cancel'] {
  async function settled(credentials: Credentials, orderId: string, looks: number): Promise<Cancellation> {
    for (let look = 0; look < looks; look += 1) {
      if (look > 0) await sleep(timings.settle, undefined, { ref: false });
      const lookup = await byId(credentials, orderId);
      if (lookup.outcome === 'found' && !isLive(lookup.order)) {
        return { outcome: lookup.order.state === 'cancelled' ? 'cancelled' : 'already-done', order: lookup.order };
      }
    }
    return unknown('Coinbase still shows the order as open.');
  }

  return async (credentials, order) => {
    const lookup = await find(credentials, order);
    if (lookup.outcome === 'absent') return rest.refuse(NOT_FOUND, 'cancellation');
    if (lookup.outcome !== 'found') return lookup;
    if (!isLive(lookup.order)) return { outcome: 'already-done', order: lookup.order };
    const orderId = lookup.order.exchangeOrderId;
    const answer = await rest.ask(
      {
        method: 'POST',
        path: 'brokerage/orders/batch_cancel',
        params: { order_ids: [orderId] },
        errand: 'cancellation',
        urgent: true,
        answer: Results,
      },
      credentials,
    );
    if (answer.outcome !== 'ok') return answer;
    const isBegun = answer.value.results.some((one) => one.order_id === orderId && one.success);
    return settled(credentials, orderId, isBegun ? LOOKS : 1);
  };
}
