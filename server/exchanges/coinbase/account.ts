import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import * as z from 'zod/mini';
import type { Balance, Exchange } from '../exchange.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { amount } from '../ccxt/wire-values.ts';

const PER_PAGE = 250;

const Accounts = z.object({
  accounts: z.array(
    z.object({
      currency: z.string(),
      type: z.optional(z.string()),
      platform: z.optional(z.string()),
      available_balance: z.object({ value: amount }),
      hold: z.optional(z.object({ value: amount })),
    }),
  ),
  has_next: z.optional(z.boolean()),
  cursor: z.optional(z.string()),
});
type Account = z.output<typeof Accounts>['accounts'][number];
const Summary = z.object({ fee_tier: z.object({ maker_fee_rate: amount, taker_fee_rate: amount }) });

type Calls = Pick<Exchange, 'balances' | 'commission'>;

/** What a spot order can take from: no vault, and no account of the derivatives. */
const SPENDABLE = new Set(['', 'UNSPECIFIED', 'CRYPTO', 'FIAT', 'CONSUMER']);
const isSpendable = ({ type = '', platform = '' }: Account) =>
  SPENDABLE.has(type.replace('ACCOUNT_TYPE_', '')) && SPENDABLE.has(platform.replace('ACCOUNT_PLATFORM_', ''));

const total = (parts: readonly Big[]) => parts.reduce((sum, part) => sum.plus(part), ZERO);

/** One balance for each currency, however many accounts there are of it. */
function toBalances(accounts: readonly Account[]): Balance[] {
  const byCurrency = Map.groupBy(accounts.filter(isSpendable), ({ currency }) => currency);
  const balances = [...byCurrency].map(([asset, held]): Balance => ({
    asset,
    free: total(held.map(({ available_balance: free }) => free.value)),
    locked: total(held.flatMap(({ hold }) => hold?.value ?? [])),
  }));
  return balances.filter(({ free, locked }) => !free.eq(0) || !locked.eq(0));
}

export function createAccountCalls(rest: Rest): Calls {
  return {
    async balances(credentials, purpose) {
      const found: Account[] = [];
      let from: { cursor?: string } = {};
      for (;;) {
        const params = { limit: PER_PAGE, ...from };
        const call = { path: 'brokerage/accounts', params, answer: Accounts };
        const answer = await rest.ask({ ...call, rank: purpose ?? 'reading' }, credentials);
        if (answer.outcome !== 'ok') return answer;
        const { accounts, has_next: more, cursor } = answer.value;
        found.push(...accounts);
        if (more !== true || !cursor) return { outcome: 'ok', value: toBalances(found) };
        from = { cursor };
      }
    },
    /** One rate for every pair of an account. */
    async commission(credentials) {
      const params = { product_type: 'SPOT' };
      const answer = await rest.ask({ path: 'brokerage/transaction_summary', params, answer: Summary }, credentials);
      if (answer.outcome !== 'ok') return answer;
      const { maker_fee_rate: maker, taker_fee_rate: taker } = answer.value.fee_tier;
      return { outcome: 'ok', value: { maker, taker, discount: null } };
    },
  };
}
