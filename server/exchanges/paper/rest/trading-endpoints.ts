import type { Endpoint, SignedCall } from './endpoint.ts';
import { listEndpoints } from './lists/list-endpoints.ts';
import { cancelAll, cancelOrder } from './orders/cancel-order.ts';
import { REPLACE_PARAMETERS, cancelReplace } from './orders/cancel-replace.ts';
import { ORDER_PARAMETERS, placeOrder, tryOrder } from './orders/place-order.ts';

const trade = (
  path: `${'POST' | 'DELETE'} ${string}`,
  of: { reads: readonly string[]; weight?: Endpoint['weight']; run: (call: SignedCall) => unknown },
): Endpoint => {
  const [method, name] = path.split(' ') as ['POST' | 'DELETE', string];
  return { method, path: `/api/v3/${name}`, security: 'trade', weight: 1, ...of };
};

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
  ...listEndpoints,
];
