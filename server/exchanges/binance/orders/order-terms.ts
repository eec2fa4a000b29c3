import { type OrderTerms, type Trigger, trailingDeltaOf } from '../../../domain/market/exchange-order.ts';
import type { Params } from '../rest/sign.ts';
import { WIRE_TYPES } from './wire-orders.ts';

/** By Binance's names, which a list's leg has behind its prefix. */
export const triggerParams = (trigger: Trigger) => ({
  stopPrice: trigger.stopPrice?.toFixed(),
  trailingDelta: trailingDeltaOf(trigger)?.toString(),
});

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
      return triggerParams(terms);
    default:
      return { timeInForce: 'GTC', price: terms.price.toFixed(), ...triggerParams(terms) };
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
