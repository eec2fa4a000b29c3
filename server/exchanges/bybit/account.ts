import * as z from 'zod/mini';
import type { Answer, Commission, Exchange, Fill } from '../exchange.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { amount } from '../ccxt/wire-values.ts';
import { readExecutions } from './read-executions.ts';
import { isTrade, result, toFill, WalletCoin } from './bybit-messages.ts';

const SPOT = { category: 'spot' };

const Wallet = result(z.object({ list: z.array(z.object({ coin: z.array(WalletCoin) })) }));
const Fees = result(
  z.object({ list: z.array(z.object({ symbol: z.string(), makerFeeRate: amount, takerFeeRate: amount })) }),
);

type Account = Pick<Exchange, 'fills' | 'balances' | 'commission'>;

export function createAccountCalls(rest: Rest, pairs: Exchange['pairs']): Account {
  return {
    async fills(credentials, of) {
      const answer = await readExecutions(rest, credentials, of);
      if (answer.outcome !== 'ok') return answer;
      const fills = answer.value.filter(isTrade).map((wire) => toFill(wire, pairs().get(wire.symbol)));
      return { outcome: 'ok', value: fromTrade(fills.toReversed(), of.fromTradeId) };
    },
    async balances(credentials, purpose) {
      const params = { accountType: 'UNIFIED' };
      const call = { path: 'v5/account/wallet-balance', params, answer: Wallet };
      const answer = await rest.ask({ ...call, rank: purpose ?? 'reading' }, credentials);
      if (answer.outcome !== 'ok') return answer;
      const coins = answer.value.list.flatMap((account) => account.coin);
      return { outcome: 'ok', value: coins.filter(({ free, locked }) => !free.eq(0) || !locked.eq(0)) };
    },
    async commission(credentials, symbol): Promise<Answer<Commission>> {
      const params = { ...SPOT, symbol };
      const answer = await rest.ask({ path: 'v5/account/fee-rate', params, answer: Fees }, credentials);
      if (answer.outcome !== 'ok') return answer;
      const fee = answer.value.list.find((listed) => listed.symbol === symbol) ?? answer.value.list[0];
      if (fee === undefined) return { outcome: 'unknown', reason: 'Bybit named no fee for this pair.' };
      return { outcome: 'ok', value: { maker: fee.makerFeeRate, taker: fee.takerFeeRate, discount: null } };
    },
  };
}

function fromTrade(fills: Fill[], tradeId: string | undefined): Fill[] {
  const from = fills.findIndex((fill) => fill.tradeId === tradeId);
  return from < 0 ? fills : fills.slice(from);
}
