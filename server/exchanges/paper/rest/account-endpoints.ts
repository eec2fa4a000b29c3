import { accountInformation, commission } from './account/account-information.ts';
import { allOrders, myTrades, openOrders, queryOrder } from './account/listings.ts';
import { filtersOfAccount, preventedMatches } from './account/own-limits.ts';
import { walletEndpoints } from './account/wallet-endpoints.ts';
import type { Endpoint, SignedCall } from './endpoint.ts';
import { requiredSymbol } from './orders/find-order.ts';

const LISTING = ['symbol', 'orderId', 'startTime', 'endTime', 'limit'];

const signed = (
  path: string,
  of: Pick<Endpoint, 'reads' | 'weight'> & { run: (call: SignedCall) => unknown },
): Endpoint => ({
  method: 'GET',
  path: `/api/v3/${path}`,
  security: 'signed',
  ...of,
});

/** There is no order routing here, so there are no allocations; nothing is amended, so there are no amendments. */
function none(call: SignedCall) {
  requiredSymbol(call);
  return [];
}

export const accountEndpoints: Endpoint[] = [
  signed('account', { reads: ['omitZeroBalances'], weight: 20, run: accountInformation }),
  signed('account/commission', { reads: ['symbol'], weight: 20, run: commission }),
  signed('order', { reads: ['symbol', 'orderId', 'origClientOrderId'], weight: 4, run: queryOrder }),
  signed('openOrders', {
    reads: ['symbol'],
    weight: (parameters) => (parameters.has('symbol') ? 6 : 80),
    run: openOrders,
  }),
  signed('allOrders', { reads: LISTING, weight: 20, run: allOrders }),
  signed('myTrades', {
    reads: [...LISTING, 'fromId'],
    weight: (parameters) => (parameters.has('orderId') ? 5 : 20),
    run: myTrades,
  }),
  signed('myPreventedMatches', {
    reads: ['symbol', 'preventedMatchId', 'orderId', 'fromPreventedMatchId', 'limit'],
    weight: (parameters) => (parameters.has('preventedMatchId') ? 2 : 20),
    run: preventedMatches,
  }),
  signed('myFilters', { reads: ['symbol'], weight: 40, run: filtersOfAccount }),
  signed('myAllocations', { reads: [...LISTING, 'fromAllocationId'], weight: 20, run: none }),
  signed('order/amendments', { reads: ['symbol', 'orderId', 'fromExecutionId', 'limit'], weight: 4, run: none }),
  signed('rateLimit/order', {
    reads: [],
    weight: 40,
    run: ({ core, account }) => core.limits.orderRows(account.id),
  }),
  ...walletEndpoints,
];
