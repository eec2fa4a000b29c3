import type { Exchange } from '../../exchange.ts';
import type { Rest } from '../rest/rest.ts';
import { AccountBalances } from '../binance-messages.ts';
import { checkKey } from './check-key.ts';
import { WireCommission } from './commission.ts';

type AccountCalls = Pick<Exchange, 'balances' | 'commission' | 'checkKey'>;

export const createAccountCalls = (rest: Rest): AccountCalls => ({
  async balances(credentials, purpose) {
    const call = { path: '/api/v3/account', params: { omitZeroBalances: 'true' }, weight: 20, answer: AccountBalances };
    return rest.ask({ ...call, rank: purpose ?? 'reading' }, credentials);
  },
  async commission(credentials, symbol) {
    const path = '/api/v3/account/commission';
    return rest.ask({ path, params: { symbol }, weight: 20, answer: WireCommission }, credentials);
  },
  checkKey: (credentials) => checkKey(rest, credentials),
});
