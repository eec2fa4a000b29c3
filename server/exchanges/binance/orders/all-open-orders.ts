import { areAllThatLock } from '../../../domain/market/locked-funds.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { CallRank } from '../../../runtime/rate-budget/call-rank.ts';
import type { Exchange, ExchangeOrder, OpenOrders } from '../../exchange.ts';
import type { Rest } from '../rest/rest.ts';
import { AccountBalances } from '../wire.ts';

/** As Binance counts them. */
export const OF_ONE_PAIR = 6;
export const OF_ALL_PAIRS = 80;
const ACCOUNT = {
  path: '/api/v3/account',
  params: { omitZeroBalances: 'true' },
  weight: 20,
  answer: AccountBalances,
};

export type OpenOrdersCall = (...args: [...Parameters<Exchange['openOrders']>, rank?: CallRank]) => Promise<OpenOrders>;

interface Deps {
  rest: Pick<Rest, 'ask'>;
  pairs: () => ReadonlyMap<string, ExchangePair>;
  openOrders: OpenOrdersCall;
}

/**
 * Where the likely pairs have all that is locked, nothing rests in another one: that is seen for less. Nothing waits for
 * it: what is kept for canceling and looking up is not used.
 */
export const allOpenOrders =
  ({ rest, pairs, openOrders }: Deps): Exchange['allOpenOrders'] =>
  async (credentials, likely) => {
    if (ACCOUNT.weight + OF_ONE_PAIR * likely.length >= OF_ALL_PAIRS)
      return openOrders(credentials, undefined, 'reading');
    const account = await rest.ask(ACCOUNT, credentials);
    if (account.outcome !== 'ok') return account;
    const orders: ExchangeOrder[] = [];
    for (const symbol of likely) {
      const open = await openOrders(credentials, symbol, 'reading');
      if (open.outcome !== 'ok') return open;
      if (open.unread?.length) return openOrders(credentials, undefined, 'reading');
      orders.push(...open.value);
    }
    const isAll = areAllThatLock(orders, { pairs: pairs(), balances: account.value });
    return isAll ? { outcome: 'ok', value: orders } : openOrders(credentials, undefined, 'reading');
  };
