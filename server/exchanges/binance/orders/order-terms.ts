import type { OrderTerms } from '../../../domain/market/exchange-order.ts';
import type { Params } from '../rest/sign.ts';
import { WIRE_TYPES } from './wire-orders.ts';

/** Plain decimals, as given: nothing is rounded here, and no exponent is ever shown. */
function pricing(terms: OrderTerms): Params {
  switch (terms.type) {
    case 'limit':
      return { timeInForce: (terms.timeInForce ?? 'gtc').toUpperCase(), price: terms.price.toFixed() };
    case 'limit-maker':
      return { price: terms.price.toFixed() };
    case 'market':
      return {};
    case 'stop':
    case 'take-profit':
      return { stopPrice: terms.stopPrice.toFixed() };
    default:
      return { timeInForce: 'GTC', price: terms.price.toFixed(), stopPrice: terms.stopPrice.toFixed() };
  }
}

export const orderParams = (terms: OrderTerms): Params => ({
  symbol: terms.symbol,
  side: terms.side.toUpperCase(),
  type: WIRE_TYPES[terms.type],
  ...pricing(terms),
  quantity: terms.quantity.toFixed(),
  newClientOrderId: terms.clientOrderId,
  newOrderRespType: 'RESULT',
});
