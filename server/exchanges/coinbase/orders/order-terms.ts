import { type OrderTerms, trailingDeltaOf } from '../../../domain/market/exchange-order.ts';
import type { Rejection } from '../../exchange.ts';
import { noTrailing, notSent } from '../../refusals.ts';

type Configuration = Record<string, Record<string, string | boolean>>;

/** Undefined for what Coinbase does not offer on spot. */
function configuration(terms: OrderTerms): Configuration | undefined {
  const base_size = terms.quantity.toFixed();
  // Buys may be sized in either currency: https://docs.cdp.coinbase.com/api-reference/advanced-trade-api/rest-api/orders/create-order,
  // and Coinbase's own Python client since 1.4.0 (May 2024).
  if (terms.type === 'market') return { market_market_ioc: { base_size } };
  if (!('price' in terms)) return undefined;
  const priced = { base_size, limit_price: terms.price.toFixed() };
  if (terms.type === 'limit-maker') return { limit_limit_gtc: { ...priced, post_only: true } };
  if (terms.type === 'limit') {
    if (terms.timeInForce === 'ioc') return { sor_limit_ioc: priced };
    if (terms.timeInForce === 'fok') return { limit_limit_fok: priced };
    return { limit_limit_gtc: { ...priced, post_only: false } };
  }
  if (terms.type !== 'stop-limit' || terms.stopPrice === null) return undefined;
  const stop_direction = terms.side === 'sell' ? 'STOP_DIRECTION_STOP_DOWN' : 'STOP_DIRECTION_STOP_UP';
  return { stop_limit_stop_limit_gtc: { ...priced, stop_price: terms.stopPrice.toFixed(), stop_direction } };
}

/** The body of a new order, or why there is none. */
export function newOrder(terms: OrderTerms, productId: string): { params: Record<string, unknown> } | Rejection {
  if (trailingDeltaOf(terms) !== undefined) return noTrailing('Coinbase');
  const order_configuration = configuration(terms);
  if (order_configuration === undefined) return notSent(`Coinbase has no ${terms.type} orders on spot.`);
  const side = terms.side.toUpperCase();
  return { params: { client_order_id: terms.clientOrderId, product_id: productId, side, order_configuration } };
}
