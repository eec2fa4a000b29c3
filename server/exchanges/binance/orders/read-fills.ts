import * as z from 'zod/mini';
import type { Answer, Credentials, Exchange, Fill } from '../../exchange.ts';
import type { Rest } from '../rest/rest.ts';
import { AccountTrade } from './wire-orders.ts';

const TRADES_PER_CALL = 1000;
const Trades = z.array(AccountTrade);

type FillsOf = Parameters<Exchange['fills']>[1];

/** Pages on by trade id while pages come full. Without order or trade id: the symbol's newest thousand. */
export async function readFills(rest: Rest, credentials: Credentials, of: FillsOf): Promise<Answer<Fill[]>> {
  const { symbol, exchangeOrderId: orderId } = of;
  const pagesOn = orderId !== undefined || of.fromTradeId !== undefined;
  const fills: Fill[] = [];
  let fromId = of.fromTradeId;
  for (;;) {
    const params = { symbol, orderId, fromId, limit: TRADES_PER_CALL };
    const weight = orderId === undefined ? 20 : 5;
    const page = await rest.ask(
      { path: '/api/v3/myTrades', params, weight, urgent: true, answer: Trades },
      credentials,
    );
    if (page.outcome !== 'ok') return page;
    fills.push(...page.value);
    const last = page.value.at(-1);
    if (!pagesOn || last === undefined || page.value.length < TRADES_PER_CALL) return { outcome: 'ok', value: fills };
    fromId = String(BigInt(last.tradeId) + 1n);
  }
}
