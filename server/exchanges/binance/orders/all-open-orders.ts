import { areAllThatLock } from '../../../domain/market/locked-funds.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Exchange, ExchangeOrder } from '../../exchange.ts';
import type { Rest } from '../rest/rest.ts';
import { AccountBalances } from '../binance-messages.ts';

/** As Binance counts them. */
export const OF_ONE_PAIR = 6;
export const OF_ALL_PAIRS = 80;
const ACCOUNT = {
  path: '/api/v3/account',
  params: { omitZeroBalances: 'true' },
  weight: 20,
  answer: AccountBalances,
};

interface Deps extends Pick<Exchange, 'openOrders'> {
  rest: Pick<Rest, 'ask'>;
  pairs: () => ReadonlyMap<string, ExchangePair>;
}

/**
 * Where the likely pairs have all that is locked, nothing rests in another one: that is seen for less. Nothing waits for
 * it: what is kept for canceling and looking up is not used.
 */
export const allOpenOrders =
  ({ rest, pairs, openOrders }: Deps): Exchange['allOpenOrders'] =>
  async (credentials, likely) => {
    if (ACCOUNT.weight + OF_ONE_PAIR * likely.length >= OF_ALL_PAIRS)
      return openOrders(credentials, undefined, 'check');
    const account = await rest.ask(ACCOUNT, credentials);
    if (account.outcome !== 'ok') return account;
    const orders: ExchangeOrder[] = [];
    for (const symbol of likely) {
      const open = await openOrders(credentials, symbol, 'check');
      if (open.outcome !== 'ok') return open;
      if (open.unread?.length) return openOrders(credentials, undefined, 'check');
      orders.push(...open.value);
    }
    const isAll = areAllThatLock(orders, { pairs: pairs(), balances: account.value });
    return isAll ? { outcome: 'ok', value: orders } : openOrders(credentials, undefined, 'check');
  };
