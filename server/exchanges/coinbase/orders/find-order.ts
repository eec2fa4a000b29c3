import * as z from 'zod/mini';
import type { Credentials, Exchange, ExchangeOrder, Lookup, OpenOrders } from '../../exchange.ts';
import { maybeAmong, openOrdersOf, type ReadOrders } from '../../read-orders.ts';
import { notSent } from '../../refusals.ts';
import { unknown } from '../../ccxt/rest/outcomes.ts';
import { Order } from '../coinbase-messages.ts';
import { readOrderPage } from './order-pages.ts';
import type { CoinbaseOrderDeps } from './deps.ts';

const NOT_FOUND = 404;
/** An order is looked for in this many pages of a pair. */
const MOST_PAGES = 40;

const Single = z.object({ order: Order });

export const isLive = ({ state }: ExchangeOrder) => state === 'open' || state === 'partly-filled';

export interface Lookups extends Pick<Exchange, 'find' | 'openOrders'> {
  byId(credentials: Credentials, orderId: string): Promise<Lookup>;
  remember: OrderIds['remember'];
  /** 'XRP-USD'; undefined while the pairs are unknown, or for none of them. */
  productId(symbol: string): string | undefined;
}

/** Orders whose id is remembered by the id that we gave them. */
const REMEMBERED = 5_000;

interface OrderIds {
  remember(clientOrderId: string, orderId: string): void;
  find(clientOrderId: string): string | undefined;
}

function createOrderIds(): OrderIds {
  const ids = new Map<string, string>();
  return {
    find: (clientOrderId) => ids.get(clientOrderId),
    remember(clientOrderId, orderId) {
      ids.delete(clientOrderId);
      ids.set(clientOrderId, orderId);
      const [oldest] = ids.keys();
      if (ids.size > REMEMBERED && oldest !== undefined) ids.delete(oldest);
    },
  };
}

type From = { cursor?: string } | undefined;

/** Coinbase looks nothing up by our id: what is not remembered is searched in the pair's orders. */
export function createLookups({ rest, pairs, log }: Pick<CoinbaseOrderDeps, 'rest' | 'pairs' | 'log'>): Lookups {
  const ids = createOrderIds();

  function productId(symbol: string): string | undefined {
    const pair = pairs().get(symbol);
    return pair && `${pair.base}-${pair.counter}`;
  }

  async function byId(credentials: Credentials, orderId: string): Promise<Lookup> {
    const path = `brokerage/orders/historical/${encodeURIComponent(orderId)}`;
    const answer = await rest.ask({ path, urgent: true, answer: Single }, credentials);
    if (answer.outcome === 'ok') return { outcome: 'found', order: answer.value.order };
    return answer.outcome === 'rejected' && answer.code === NOT_FOUND ? { outcome: 'absent' } : answer;
  }

  async function search(credentials: Credentials, product: string, clientOrderId: string): Promise<Lookup> {
    let from: From = {};
    for (let count = 0; from !== undefined && count < MOST_PAGES; count += 1) {
      const answer = await readOrderPage(rest, { product_ids: [product], ...from }, credentials);
      if (answer.outcome !== 'ok') return answer;
      const order = answer.value.orders.find((listed) => listed.clientOrderId === clientOrderId);
      if (order !== undefined) {
        ids.remember(clientOrderId, order.exchangeOrderId);
        return { outcome: 'found', order };
      }
      if (maybeAmong(answer.value.unread, clientOrderId))
        return unknown('Coinbase lists an order that cannot be read.');
      from = answer.value.next;
    }
    return from === undefined ? { outcome: 'absent' } : unknown('The order is not among the latest ones of its pair.');
  }

  async function openOrders(credentials: Credentials, symbol?: string): Promise<OpenOrders> {
    const product = symbol === undefined ? undefined : productId(symbol);
    if (symbol !== undefined && product === undefined) return notSent(`Coinbase does not trade ${symbol}.`);
    const of = { order_status: ['OPEN'], ...(product === undefined ? {} : { product_ids: [product] }) };
    const open: ReadOrders = { orders: [], unread: [] };
    let from: From = {};
    while (from !== undefined) {
      const answer = await readOrderPage(rest, { ...of, ...from }, credentials);
      if (answer.outcome !== 'ok') return answer;
      open.orders.push(...answer.value.orders.filter(isLive));
      open.unread.push(...answer.value.unread);
      from = answer.value.next;
    }
    return openOrdersOf(open, log);
  }

  return {
    byId,
    remember: ids.remember,
    productId,
    openOrders,
    async find(credentials, order) {
      if (!('clientOrderId' in order)) return byId(credentials, order.exchangeOrderId);
      const { symbol, clientOrderId } = order;
      const orderId = ids.find(clientOrderId);
      if (orderId !== undefined) return byId(credentials, orderId);
      const product = productId(symbol);
      if (product !== undefined) return search(credentials, product, clientOrderId);
      return unknown(`Coinbase does not list ${symbol} now.`);
    },
  };
}
