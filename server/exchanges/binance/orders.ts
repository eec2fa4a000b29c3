import * as z from 'zod/mini';
import type {
  Answer,
  Cancellation,
  Credentials,
  Exchange,
  ExchangeOrder,
  Fill,
  Lookup,
  OrderTerms,
  Placement,
  Rejection,
} from '../exchange.ts';
import type { Rest } from './rest/rest.ts';
import type { Params } from './rest/sign.ts';
import { AccountBalances, AccountTrade, CancelledOrders, PlacedOrder, QueriedOrder } from './wire.ts';

const ORDER = '/api/v3/order';
const NEW_ORDER_REJECTED = -2010;
const CANCEL_REJECTED = -2011;
const NO_SUCH_ORDER = -2013;
const TRADES_PER_CALL = 1000;

type Named = { symbol: string; clientOrderId: string };

const newOrder = (terms: OrderTerms): Params => ({
  symbol: terms.symbol,
  side: terms.side.toUpperCase(),
  type: terms.type.toUpperCase(),
  ...(terms.type === 'limit' ? { timeInForce: 'GTC', price: terms.price.toFixed() } : {}),
  quantity: terms.quantity.toFixed(),
  newClientOrderId: terms.clientOrderId,
  newOrderRespType: 'RESULT',
});

const isDuplicate = (refused: Rejection) =>
  refused.code === NEW_ORDER_REJECTED && refused.message.startsWith('Duplicate order sent');
const isLive = (order: ExchangeOrder) => order.state === 'open' || order.state === 'partly-filled';

type OrderCalls = Pick<Exchange, 'place' | 'cancel' | 'find' | 'openOrders' | 'fills' | 'balances'>;

export function createOrderCalls(rest: Rest): OrderCalls {
  async function find(credentials: Credentials, order: Named): Promise<Lookup> {
    const params = { symbol: order.symbol, origClientOrderId: order.clientOrderId };
    const answer = await rest.ask({ path: ORDER, params, weight: 4, urgent: true, answer: QueriedOrder }, credentials);
    if (answer.outcome === 'ok') return { outcome: 'found', order: answer.value };
    return answer.outcome === 'rejected' && answer.code === NO_SUCH_ORDER ? { outcome: 'absent' } : answer;
  }

  async function place(credentials: Credentials, terms: OrderTerms): Promise<Placement> {
    const params = newOrder(terms);
    const answer = await rest.ask({ method: 'POST', path: ORDER, params, weight: 1, answer: PlacedOrder }, credentials);
    if (answer.outcome === 'ok') return { outcome: 'accepted', order: answer.value };
    if (answer.outcome === 'unknown' || !isDuplicate(answer)) return answer;
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
    return answer.outcome === 'rejected' && answer.code === CANCEL_REJECTED
      ? tooLate(credentials, order, answer)
      : answer;
  }

  /** A cancellation that lost to a fill is no error: the order's own state is the answer. */
  async function tooLate(credentials: Credentials, order: Named, refused: Rejection): Promise<Cancellation> {
    const lookup = await find(credentials, order);
    if (lookup.outcome === 'absent') return refused;
    if (lookup.outcome !== 'found') return lookup;
    if (!isLive(lookup.order)) return { outcome: 'already-done', order: lookup.order };
    return { outcome: 'unknown', reason: 'Binance refused the cancellation, and still shows the order as open.' };
  }

  return {
    place,
    cancel,
    find,
    async openOrders(credentials, symbol) {
      const weight = symbol === undefined ? 80 : 6;
      const answer = z.array(QueriedOrder);
      return rest.ask({ path: '/api/v3/openOrders', params: { symbol }, weight, urgent: true, answer }, credentials);
    },
    fills: (credentials, of) => readFills(rest, credentials, of),
    async balances(credentials) {
      const params = { omitZeroBalances: 'true' };
      return rest.ask({ path: '/api/v3/account', params, weight: 20, answer: AccountBalances }, credentials);
    },
  };
}

type FillsOf = Parameters<Exchange['fills']>[1];

/** Pages on by trade id while pages come full. Without order or trade id: the symbol's newest thousand. */
async function readFills(rest: Rest, credentials: Credentials, of: FillsOf): Promise<Answer<Fill[]>> {
  const { symbol, exchangeOrderId: orderId } = of;
  const pagesOn = orderId !== undefined || of.fromTradeId !== undefined;
  const fills: Fill[] = [];
  let fromId = of.fromTradeId;
  for (;;) {
    const params = { symbol, orderId, fromId, limit: TRADES_PER_CALL };
    const weight = orderId === undefined ? 20 : 5;
    const page = await rest.ask(
      { path: '/api/v3/myTrades', params, weight, urgent: true, answer: z.array(AccountTrade) },
      credentials,
    );
    if (page.outcome !== 'ok') return page;
    fills.push(...page.value);
    const last = page.value.at(-1);
    if (!pagesOn || last === undefined || page.value.length < TRADES_PER_CALL) return { outcome: 'ok', value: fills };
    fromId = String(BigInt(last.tradeId) + 1n);
  }
}
