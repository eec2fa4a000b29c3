import * as z from 'zod/mini';
import type {
  Cancellation,
  Credentials,
  Exchange,
  ExchangeOrder,
  Lookup,
  NamedOrder,
  Placement,
  Rejection,
} from '../../exchange.ts';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';
import { type CallRank, orderRank } from '../../../runtime/rate-budget/call-rank.ts';
import { openOrdersOf, readOrders } from '../../read-orders.ts';
import { OF_ALL_PAIRS, OF_ONE_PAIR } from './all-open-orders.ts';
import { orderParams } from './order-terms.ts';
import { readFills } from './read-fills.ts';
import { CANCEL_REJECTED, isDuplicate, NO_SUCH_ORDER } from './refusal-codes.ts';
import { CancelledOrders, PlacedOrder, QueriedOrder } from './wire-orders.ts';
import type { BinanceOrderDeps } from './deps.ts';

const ORDER = '/api/v3/order';
const LIVE: ReadonlySet<ExchangeOrder['state']> = new Set(['pending', 'open', 'partly-filled']);

const Listed = z.array(z.unknown());
const NAMES = { symbol: 'symbol', exchangeOrderId: 'orderId', clientOrderId: 'clientOrderId' };

type Named = { symbol: string; clientOrderId: string };

type OrderCalls = Pick<Exchange, 'place' | 'cancel' | 'find' | 'openOrders' | 'fills'>;

export function createOrderCalls({ rest, explain, closedCancel, log }: Omit<BinanceOrderDeps, 'pairs'>): OrderCalls {
  async function find(credentials: Credentials, order: NamedOrder): Promise<Lookup> {
    const { symbol } = order;
    const params =
      'clientOrderId' in order
        ? { symbol, origClientOrderId: order.clientOrderId }
        : { symbol, orderId: order.exchangeOrderId };
    const answer = await rest.ask({ path: ORDER, params, weight: 4, urgent: true, answer: QueriedOrder }, credentials);
    if (answer.outcome === 'ok') return { outcome: 'found', order: answer.value };
    return answer.outcome === 'rejected' && answer.code === NO_SUCH_ORDER ? { outcome: 'absent' } : answer;
  }

  async function place(credentials: Credentials, terms: OrderTerms): Promise<Placement> {
    const call = { path: ORDER, params: orderParams(terms), weight: 1, rank: orderRank(terms), answer: PlacedOrder };
    const answer = await rest.ask({ method: 'POST', ...call }, credentials);
    if (answer.outcome === 'ok') return { outcome: 'accepted', order: answer.value };
    if (answer.outcome === 'unknown') return answer;
    if (!isDuplicate(answer)) return explain(answer, terms);
    // M-00: an earlier copy of this very order exists; a refusal would make the caller forget it.
    const earlier = await find(credentials, terms);
    if (earlier.outcome === 'found') return { outcome: 'accepted', order: earlier.order };
    return { outcome: 'unknown', reason: 'Binance has an earlier copy of this order, which could not be read yet.' };
  }

  async function cancel(credentials: Credentials, order: Named): Promise<Cancellation> {
    const params = { symbol: order.symbol, origClientOrderId: order.clientOrderId };
    const answer = await rest.ask(
      { method: 'DELETE', path: ORDER, params, weight: 1, urgent: true, answer: CancelledOrders },
      credentials,
    );
    if (answer.outcome === 'ok') {
      const ours = answer.value.find((report) => report.clientOrderId === order.clientOrderId);
      if (ours !== undefined) return { outcome: 'cancelled', order: ours };
      return { outcome: 'unknown', reason: 'Binance answered the cancellation without naming the order.' };
    }
    if (answer.outcome === 'unknown') return answer;
    const closed = await closedCancel(answer, order.symbol);
    if (closed) return closed;
    return answer.code === CANCEL_REJECTED ? tooLate(credentials, order, answer) : answer;
  }

  /** A cancellation that lost to a fill is no error: the order's own state is the answer. */
  async function tooLate(credentials: Credentials, order: Named, refused: Rejection): Promise<Cancellation> {
    const lookup = await find(credentials, order);
    if (lookup.outcome === 'absent') return refused;
    if (lookup.outcome !== 'found') return lookup;
    if (!LIVE.has(lookup.order.state)) return { outcome: 'already-done', order: lookup.order };
    return { outcome: 'unknown', reason: 'Binance refused the cancellation, and still shows the order as open.' };
  }

  return {
    place,
    cancel,
    find,
    async openOrders(credentials, symbol, purpose) {
      const rank: CallRank = purpose === 'check' ? 'reading' : 'urgent';
      const weight = symbol === undefined ? OF_ALL_PAIRS : OF_ONE_PAIR;
      const call = { path: '/api/v3/openOrders', params: { symbol }, weight, rank, answer: Listed };
      const listed = await rest.ask(call, credentials);
      return listed.outcome === 'ok' ? openOrdersOf(readOrders(listed.value, QueriedOrder, NAMES), log) : listed;
    },
    fills: (credentials, of) => readFills(rest, credentials, of),
  };
}
