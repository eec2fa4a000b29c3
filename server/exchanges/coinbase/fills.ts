import * as z from 'zod/mini';
import type { Answer, Credentials, Exchange, Fill } from '../exchange.ts';
import { unknown } from '../ccxt/rest/outcomes.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { FillEntry } from './coinbase-messages.ts';

const PER_PAGE = 250;
const Page = z.object({ fills: z.array(FillEntry), cursor: z.optional(z.string()) });

export interface FillCalls extends Pick<Exchange, 'fills'> {
  /** Of every pair, oldest first, with whether there may be older ones. */
  latestFills(credentials: Credentials): Promise<Answer<{ fills: Fill[]; isFull: boolean }>>;
}

function fromTrade(fills: Fill[], tradeId: string | undefined): Fill[] {
  const from = fills.findIndex((fill) => fill.tradeId === tradeId);
  return from < 0 ? fills : fills.slice(from);
}

export function createFillCalls(rest: Rest, productId: (symbol: string) => string | undefined): FillCalls {
  /** Newest first. */
  async function readPage(params: object, credentials: Credentials) {
    const path = 'brokerage/orders/historical/fills';
    const call = { path, params: { ...params, limit: PER_PAGE }, urgent: true, answer: Page };
    const answer = await rest.ask(call, credentials);
    if (answer.outcome !== 'ok') return answer;
    const { fills, cursor } = answer.value;
    const isFull = fills.length >= PER_PAGE;
    const next = isFull && cursor ? { cursor } : undefined;
    return { outcome: 'ok' as const, value: { fills: fills.filter((fill) => fill !== undefined), isFull, next } };
  }

  return {
    /** By order: all of them. From a trade on: back to it. Else the pair's newest page. */
    async fills(credentials, { symbol, exchangeOrderId, fromTradeId }) {
      const product = productId(symbol);
      if (product === undefined) return unknown(`Coinbase does not list ${symbol} now.`);
      const whose = exchangeOrderId === undefined ? { product_ids: [product] } : { order_ids: [exchangeOrderId] };
      const wantsMore = (exchangeOrderId ?? fromTradeId) !== undefined;
      const found: Fill[] = [];
      let from: { cursor?: string } | undefined = {};
      while (from !== undefined && !found.some(({ tradeId }) => tradeId === fromTradeId)) {
        const answer = await readPage({ ...whose, ...from }, credentials);
        if (answer.outcome !== 'ok') return answer;
        found.push(...answer.value.fills);
        from = wantsMore ? answer.value.next : undefined;
      }
      return { outcome: 'ok', value: fromTrade(found.toReversed(), fromTradeId) };
    },
    async latestFills(credentials) {
      const answer = await readPage({}, credentials);
      if (answer.outcome !== 'ok') return answer;
      const { fills, isFull } = answer.value;
      return { outcome: 'ok', value: { fills: fills.toReversed(), isFull } };
    },
  };
}
