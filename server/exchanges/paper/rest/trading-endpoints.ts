import { refusal } from '../binance-error.ts';
import { inventId } from '../books/matching.ts';
import { type Order, ZERO, isOpen } from '../books/order.ts';
import { FEE, fixed } from '../pairs.ts';
import { findOrder, namedSymbol, openOrdersOf } from './account-endpoints.ts';
import type { Endpoint, SignedCall } from './endpoint.ts';
import { cancelAnswer, placedAnswer } from './order-answers.ts';
import { ORDER_PARAMETERS, type OrderRequest, checkOrder, readOrder } from './order-request.ts';
import { choice, clientIdParameter } from './parameters.ts';

function checked(call: SignedCall): OrderRequest {
  const { floor, parameters, account } = call;
  const request = readOrder(parameters, floor.markets);
  const market = floor.markets.get(request.draft.pair.symbol);
  if (!market) throw refusal(-1121);
  checkOrder(request.draft, account, { market, now: floor.now() });
  return request;
}

function place(call: SignedCall) {
  const { floor, account } = call;
  const { draft, answer } = checked(call);
  floor.limits.checkOrders(account.apiKey);
  const { order, fills } = floor.matching.place(account, draft);
  return placedAnswer(answer, order, fills);
}

function tryOut(call: SignedCall) {
  checked(call);
  if (call.parameters.get('computeCommissionRates') !== 'true') return {};
  const none = { maker: fixed(ZERO), taker: fixed(ZERO) };
  return {
    standardCommissionForOrder: { maker: fixed(FEE), taker: fixed(FEE) },
    specialCommissionForOrder: none,
    taxCommissionForOrder: none,
    discount: { enabledForAccount: false, enabledForSymbol: true, discountAsset: 'BNB', discount: '0.25000000' },
  };
}

const RESTRICTIONS = ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'] as const;
const RESTRICTED_TO: Record<(typeof RESTRICTIONS)[number], Order['status']> = {
  ONLY_NEW: 'NEW',
  ONLY_PARTIALLY_FILLED: 'PARTIALLY_FILLED',
};

async function cancel(call: SignedCall) {
  const { floor, account, parameters } = call;
  const restriction = choice(
    parameters.get('cancelRestrictions'),
    RESTRICTIONS,
    refusal(-1145, 'Invalid cancelRestrictions'),
  );
  const cancelId = clientIdParameter(parameters, 'newClientOrderId') ?? inventId();
  const order = await findOrder(call);
  // An order read from the tables is over, whatever it says: the open ones are all in memory.
  if (!order || !isOpen(order) || account.open.get(order.orderId) !== order) throw refusal(-2011);
  if (restriction && order.status !== RESTRICTED_TO[restriction]) {
    throw refusal(-2011, 'Order was not canceled due to cancel restrictions.');
  }
  floor.matching.cancel(account, order, cancelId);
  return cancelAnswer(order, cancelId);
}

function cancelAll(call: SignedCall) {
  const { floor, account } = call;
  const orders = openOrdersOf(call, namedSymbol(call));
  if (orders.length === 0) throw refusal(-2011);
  const cancelId = inventId();
  return orders.map((order) => {
    floor.matching.cancel(account, order, cancelId);
    return cancelAnswer(order, cancelId);
  });
}

export const tradingEndpoints: Endpoint[] = [
  { method: 'POST', path: '/api/v3/order', security: 'trade', weight: 1, reads: ORDER_PARAMETERS, run: place },
  {
    method: 'POST',
    path: '/api/v3/order/test',
    security: 'trade',
    weight: (parameters) => (parameters.get('computeCommissionRates') === 'true' ? 20 : 1),
    reads: [...ORDER_PARAMETERS, 'computeCommissionRates'],
    run: tryOut,
  },
  {
    method: 'DELETE',
    path: '/api/v3/order',
    security: 'trade',
    weight: 1,
    reads: ['symbol', 'orderId', 'origClientOrderId', 'newClientOrderId', 'cancelRestrictions'],
    run: cancel,
  },
  { method: 'DELETE', path: '/api/v3/openOrders', security: 'trade', weight: 1, reads: ['symbol'], run: cancelAll },
];
