import type { Big } from 'big.js';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';

export type OrderFilter = 'Order' | 'tpslOrder';

const TIME_IN_FORCE = { gtc: 'GTC', ioc: 'IOC', fok: 'FOK' } as const;

const limit = (price: Big, timeInForce: string) => ({ orderType: 'Limit', price: price.toFixed(), timeInForce });
/**
 * A market buy is sized in counter currency unless it says otherwise; orders with a trigger may say so as well:
 * https://bybit-exchange.github.io/docs/v5/order/create-order and batch-place (marketUnit), as of July 2026.
 */
const MARKET = { orderType: 'Market', marketUnit: 'baseCoin' };

/** What an order does once it is in the market. */
function execution(terms: OrderTerms): Record<string, string> {
  if (terms.type === 'limit') return limit(terms.price, TIME_IN_FORCE[terms.timeInForce ?? 'gtc']);
  if (terms.type === 'limit-maker') return limit(terms.price, 'PostOnly');
  return 'price' in terms ? limit(terms.price, 'GTC') : MARKET;
}

/** A 'tpslOrder' holds its assets from the start, as a stop does on Binance; a 'StopOrder' only once it is triggered. */
function trigger(terms: OrderTerms): { orderFilter: OrderFilter; triggerPrice?: string } {
  if (!('stopPrice' in terms)) return { orderFilter: 'Order' };
  return { orderFilter: 'tpslOrder', ...(terms.stopPrice ? { triggerPrice: terms.stopPrice.toFixed() } : {}) };
}

export const newOrder = (terms: OrderTerms): Record<string, unknown> => ({
  category: 'spot',
  symbol: terms.symbol,
  side: terms.side === 'buy' ? 'Buy' : 'Sell',
  qty: terms.quantity.toFixed(),
  isLeverage: 0,
  ...execution(terms),
  ...trigger(terms),
  orderLinkId: terms.clientOrderId,
});
