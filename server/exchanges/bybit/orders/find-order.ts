import type { Answer, Credentials, Exchange, ExchangeOrder, Lookup } from '../../exchange.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import { Order, page } from '../wire.ts';

const ORDERS_PER_PAGE = 50;
const Orders = page(Order);

export type Named = { symbol: string; clientOrderId: string };

export const isLive = ({ state }: ExchangeOrder) => state === 'open' || state === 'partly-filled';
export const isTrigger = ({ stopPrice }: ExchangeOrder) => stopPrice !== null;

export function createLookups(rest: Rest): Pick<Exchange, 'find' | 'openOrders'> {
  const ordersAt = (path: string, params: object, credentials: Credentials) =>
    rest.ask({ path, params: { category: 'spot', ...params }, urgent: true, answer: Orders }, credentials);

  return {
    /** Live and lately closed orders first; after a restart of theirs, closed ones only stand in the history. */
    async find(credentials, named): Promise<Lookup> {
      const isByOurs = 'clientOrderId' in named;
      const params = isByOurs ? { orderLinkId: named.clientOrderId } : { orderId: named.exchangeOrderId };
      for (const path of ['v5/order/realtime', 'v5/order/history']) {
        const answer = await ordersAt(path, params, credentials);
        if (answer.outcome !== 'ok') return answer;
        const order = answer.value.list.find(({ clientOrderId, exchangeOrderId }) =>
          isByOurs ? clientOrderId === named.clientOrderId : exchangeOrderId === named.exchangeOrderId,
        );
        if (order !== undefined) return { outcome: 'found', order };
      }
      return { outcome: 'absent' };
    },
    async openOrders(credentials, symbol): Promise<Answer<ExchangeOrder[]>> {
      const orders: ExchangeOrder[] = [];
      const of = symbol === undefined ? {} : { symbol };
      let from: { cursor?: string } = {};
      for (;;) {
        const params = { ...of, limit: ORDERS_PER_PAGE, ...from };
        const answer = await ordersAt('v5/order/realtime', params, credentials);
        if (answer.outcome !== 'ok') return answer;
        const { list, nextPageCursor } = answer.value;
        orders.push(...list.filter(isLive));
        if (!nextPageCursor || list.length < ORDERS_PER_PAGE) return { outcome: 'ok', value: orders };
        from = { cursor: nextPageCursor };
      }
    },
  };
}
