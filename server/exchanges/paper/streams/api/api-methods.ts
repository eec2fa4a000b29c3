import type { Endpoint } from '../../rest/endpoint.ts';
import { ENDPOINTS } from '../../rest/endpoints.ts';

/** Method of the websocket API, and the REST call that does the same. */
const METHODS: readonly (readonly [method: string, call: string])[] = [
  ['ping', 'GET /api/v3/ping'],
  ['time', 'GET /api/v3/time'],
  ['exchangeInfo', 'GET /api/v3/exchangeInfo'],
  ['executionRules', 'GET /api/v3/executionRules'],
  ['depth', 'GET /api/v3/depth'],
  ['trades.recent', 'GET /api/v3/trades'],
  ['trades.historical', 'GET /api/v3/historicalTrades'],
  ['trades.aggregate', 'GET /api/v3/aggTrades'],
  ['klines', 'GET /api/v3/klines'],
  ['uiKlines', 'GET /api/v3/uiKlines'],
  ['avgPrice', 'GET /api/v3/avgPrice'],
  ['ticker', 'GET /api/v3/ticker'],
  ['ticker.24hr', 'GET /api/v3/ticker/24hr'],
  ['ticker.tradingDay', 'GET /api/v3/ticker/tradingDay'],
  ['ticker.price', 'GET /api/v3/ticker/price'],
  ['ticker.book', 'GET /api/v3/ticker/bookTicker'],
  ['referencePrice', 'GET /api/v3/referencePrice'],
  ['referencePrice.calculation', 'GET /api/v3/referencePrice/calculation'],
  ['order.place', 'POST /api/v3/order'],
  ['order.test', 'POST /api/v3/order/test'],
  ['order.cancel', 'DELETE /api/v3/order'],
  ['order.cancelReplace', 'POST /api/v3/order/cancelReplace'],
  ['order.status', 'GET /api/v3/order'],
  ['order.amendments', 'GET /api/v3/order/amendments'],
  ['openOrders.status', 'GET /api/v3/openOrders'],
  ['openOrders.cancelAll', 'DELETE /api/v3/openOrders'],
  ['allOrders', 'GET /api/v3/allOrders'],
  ['orderList.place', 'POST /api/v3/order/oco'],
  ['orderList.place.oco', 'POST /api/v3/orderList/oco'],
  ['orderList.place.oto', 'POST /api/v3/orderList/oto'],
  ['orderList.place.otoco', 'POST /api/v3/orderList/otoco'],
  ['orderList.place.opo', 'POST /api/v3/orderList/opo'],
  ['orderList.place.opoco', 'POST /api/v3/orderList/opoco'],
  ['orderList.cancel', 'DELETE /api/v3/orderList'],
  ['orderList.status', 'GET /api/v3/orderList'],
  ['openOrderLists.status', 'GET /api/v3/openOrderList'],
  ['allOrderLists', 'GET /api/v3/allOrderList'],
  ['myTrades', 'GET /api/v3/myTrades'],
  ['myPreventedMatches', 'GET /api/v3/myPreventedMatches'],
  ['myFilters', 'GET /api/v3/myFilters'],
  ['myAllocations', 'GET /api/v3/myAllocations'],
  ['account.status', 'GET /api/v3/account'],
  ['account.commission', 'GET /api/v3/account/commission'],
  ['account.rateLimits.orders', 'GET /api/v3/rateLimit/order'],
];

function endpointOf(call: string): Endpoint {
  const found = ENDPOINTS.find(({ method, path }) => `${method} ${path}` === call);
  if (!found) throw new Error(`The websocket API names ${call}, which is no call of the exchange.`);
  return found;
}

export const API_METHODS: ReadonlyMap<string, Endpoint> = new Map(
  METHODS.map(([method, call]) => [method, endpointOf(call)]),
);
