import * as z from 'zod/mini';
import type { Log } from '../../../lib/log.ts';
import type { Answer, Credentials, Exchange, ExchangeOrder, Lookup, OpenOrders } from '../../exchange.ts';
import { openOrdersOf, readOrders, type ReadOrders } from '../../read-orders.ts';
import { unknown } from '../../ccxt/rest/outcomes.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import { Order, page } from '../bybit-messages.ts';

const ORDERS_PER_PAGE = 50;
const Orders = page(z.unknown());
const NAMES = { symbol: 'symbol', exchangeOrderId: 'orderId', clientOrderId: 'orderLinkId' };

export type Named = { symbol: string; clientOrderId: string };

export const isLive = ({ state }: ExchangeOrder) => state === 'open' || state === 'partly-filled';
export const isTrigger = ({ stopPrice }: ExchangeOrder) => stopPrice !== null;

type OrderPage = ReadOrders & { cursor: string | undefined };

export function createLookups({ rest, log }: { rest: Rest; log: Log }): Pick<Exchange, 'find' | 'openOrders'> {
  async function ordersAt(path: string, params: object, credentials: Credentials): Promise<Answer<OrderPage>> {
    const call = { path, params: { category: 'spot', ...params }, urgent: true, answer: Orders };
    const answer = await rest.ask(call, credentials);
    if (answer.outcome !== 'ok') return answer;
    const { list, nextPageCursor } = answer.value;
    const cursor = nextPageCursor && list.length >= ORDERS_PER_PAGE ? nextPageCursor : undefined;
    return { outcome: 'ok', value: { ...readOrders(list, Order, NAMES), cursor } };
  }

  return {
    /** Live and lately closed orders first; after a restart of theirs, closed ones only stand in the history. */
    async find(credentials, named): Promise<Lookup> {
      const isByOurs = 'clientOrderId' in named;
      const params = isByOurs ? { orderLinkId: named.clientOrderId } : { orderId: named.exchangeOrderId };
      for (const path of ['v5/order/realtime', 'v5/order/history']) {
        const answer = await ordersAt(path, params, credentials);
        if (answer.outcome !== 'ok') return answer;
        const order = answer.value.orders.find(({ clientOrderId, exchangeOrderId }) =>
          isByOurs ? clientOrderId === named.clientOrderId : exchangeOrderId === named.exchangeOrderId,
        );
        if (order !== undefined) return { outcome: 'found', order };
        if (answer.value.unread.length > 0) return unknown('Bybit lists the order in a form that cannot be read.');
      }
      return { outcome: 'absent' };
    },
    async openOrders(credentials, symbol): Promise<OpenOrders> {
      const open: ReadOrders = { orders: [], unread: [] };
      const of = symbol === undefined ? {} : { symbol };
      let from: { cursor?: string } = {};
      for (;;) {
        const params = { ...of, limit: ORDERS_PER_PAGE, ...from };
        const answer = await ordersAt('v5/order/realtime', params, credentials);
        if (answer.outcome !== 'ok') return answer;
        const { orders, unread, cursor } = answer.value;
        open.orders.push(...orders.filter(isLive));
        open.unread.push(...unread);
        if (cursor === undefined) break;
        from = { cursor };
      }
      return openOrdersOf(open, log);
    },
  };
}
