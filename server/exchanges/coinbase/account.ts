import * as z from 'zod/mini';
import type { Balance, Exchange } from '../exchange.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { amount } from '../ccxt/wire.ts';

const PER_PAGE = 250;

const Accounts = z.object({
  accounts: z.array(
    z.object({
      currency: z.string(),
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

function toBalance({ currency, available_balance: free, hold }: Account): Balance {
  return { asset: currency, free: free.value, locked: hold?.value ?? free.value.times(0) };
}

export function createAccountCalls(rest: Rest): Calls {
  return {
    async balances(credentials, purpose) {
      const balances: Balance[] = [];
      let from: { cursor?: string } = {};
      for (;;) {
        const params = { limit: PER_PAGE, ...from };
        const call = { path: 'brokerage/accounts', params, answer: Accounts };
        const answer = await rest.ask({ ...call, rank: purpose ?? 'reading' }, credentials);
        if (answer.outcome !== 'ok') return answer;
        const { accounts, has_next: more, cursor } = answer.value;
        balances.push(...accounts.map(toBalance).filter(({ free, locked }) => !free.eq(0) || !locked.eq(0)));
        if (more !== true || !cursor) return { outcome: 'ok', value: balances };
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
