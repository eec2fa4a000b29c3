import { refusal } from '../binance-error.ts';
import type { Endpoint, SignedCall } from './endpoint.ts';
import { listEndpoints } from './lists/list-endpoints.ts';
import { cancelAll, cancelOrder } from './orders/cancel-order.ts';
import { REPLACE_PARAMETERS, cancelReplace } from './orders/cancel-replace.ts';
import { marketParameter } from './orders/order-parameters.ts';
import { ORDER_PARAMETERS, placeOrder, tryOrder } from './orders/new-order.ts';

type Method = 'POST' | 'PUT' | 'DELETE';

const trade = (
  path: `${Method} ${string}`,
  of: { reads: readonly string[]; weight?: Endpoint['weight']; run: (call: SignedCall) => unknown },
): Endpoint => {
  const [method, name] = path.split(' ') as [Method, string];
  return { method, path: `/api/v3/${name}`, security: 'trade', weight: 1, ...of };
};

/** No symbol's orders can be changed, or routed to other books (amendAllowed, sors of exchangeInfo). */
function refuseAmendment({ parameters, core }: SignedCall): never {
  marketParameter(parameters, core.markets);
  throw refusal(-2038, 'Order amend is not supported for this symbol.');
}
function refuseRouting(): never {
  throw refusal(-1020, 'This operation is not supported.');
}
const AMENDMENT = ['symbol', 'orderId', 'origClientOrderId', 'newClientOrderId', 'newQty'];

export const tradingEndpoints: Endpoint[] = [
  trade('POST order', { reads: ORDER_PARAMETERS, run: placeOrder }),
  trade('POST order/test', {
    reads: [...ORDER_PARAMETERS, 'computeCommissionRates'],
    weight: (parameters) => (parameters.get('computeCommissionRates') === 'true' ? 20 : 1),
    run: tryOrder,
  }),
  trade('POST order/cancelReplace', { reads: REPLACE_PARAMETERS, run: cancelReplace }),
  trade('DELETE order', {
    reads: ['symbol', 'orderId', 'origClientOrderId', 'newClientOrderId', 'cancelRestrictions'],
    run: cancelOrder,
  }),
  trade('DELETE openOrders', { reads: ['symbol'], run: cancelAll }),
  trade('PUT order/amend/keepPriority', { reads: AMENDMENT, weight: 4, run: refuseAmendment }),
  trade('POST sor/order', { reads: ORDER_PARAMETERS, run: refuseRouting }),
  trade('POST sor/order/test', { reads: [...ORDER_PARAMETERS, 'computeCommissionRates'], run: refuseRouting }),
  ...listEndpoints,
];
