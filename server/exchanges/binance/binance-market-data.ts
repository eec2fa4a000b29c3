import * as z from 'zod/mini';
import type { Exchange, PairDetails, Trade } from '../exchange.ts';
import type { Rest } from './rest/rest.ts';
import { amount, WireCandle, WireDay, WireTrade } from './binance-messages.ts';

const Candles = z.array(WireCandle);
const Prices = z.array(z.object({ symbol: z.string(), price: amount }));

const TRADES_PER_CALL = 1_000;

const AGGREGATE_TRADES = { path: '/api/v3/aggTrades', weight: 4, answer: z.array(WireTrade) };
/** As many as a list of recent trades shows. */
const RECENT_TRADES = 50;
/** Of all pairs: one costs 2, all of them 80. */
const DAY_STATS = {
  path: '/api/v3/ticker/24hr',
  params: { type: 'MINI' },
  weight: 80,
  answer: z.array(WireDay),
};

type MarketData = Pick<Exchange, 'candles' | 'lastPrices' | 'dayStats'> & { trades: NonNullable<Exchange['trades']> };

/** What one order took at one price is one trade here; it is named for the last of its trades. */
export const recentTrades =
  (rest: Rest): PairDetails['recentTrades'] =>
  async (symbol) => {
    const answer = await rest.ask({ ...AGGREGATE_TRADES, params: { symbol, limit: RECENT_TRADES } });
    if (answer.outcome !== 'ok') return answer;
    const value = answer.value.map(({ lastTradeId, price, quantity, side, time }) => {
      return { id: `${lastTradeId}`, price, quantity, side, time };
    });
    return { outcome: 'ok', value };
  };

export function createMarketData(rest: Rest, pairs: Exchange['pairs']): MarketData {
  return {
    async candles(of) {
      const params = { ...of };
      return rest.ask({ path: '/api/v3/klines', params, weight: 2, answer: Candles });
    },
    /**
     * The ticker names no time: `time` is when it was asked for, so that no trade of the meantime counts as older. A
     * pair that never traded stands at 0 and is left out.
     */
    async lastPrices() {
      const time = rest.time.now();
      const answer = await rest.ask({ path: '/api/v3/ticker/price', weight: 4, answer: Prices });
      if (answer.outcome !== 'ok') return answer;
      const known = answer.value.filter((ticker) => pairs().has(ticker.symbol) && ticker.price.gt(0));
      return { outcome: 'ok', value: known.map(({ symbol, price }) => ({ symbol, price, time })) };
    },
    /** A pair that did not trade for 24 hours stands at 0 and is left out. */
    async dayStats() {
      const answer = await rest.ask(DAY_STATS);
      if (answer.outcome !== 'ok') return answer;
      return { outcome: 'ok', value: answer.value.filter(({ symbol, open }) => pairs().has(symbol) && open?.gt(0)) };
    },
    /** What one order took at one price is one trade here. Pages on by id, with which Binance takes no time. */
    async trades({ symbol, startTime, endTime }) {
      const found: Trade[] = [];
      for (let from: Record<string, number> = { startTime, endTime }; ;) {
        const page = await rest.ask({ ...AGGREGATE_TRADES, params: { symbol, ...from, limit: TRADES_PER_CALL } });
        if (page.outcome !== 'ok') return page;
        const inTime = page.value.filter(({ time }) => time <= endTime);
        found.push(...inTime.map(({ price, time }) => ({ symbol, price, time })));
        const last = inTime.at(-1);
        if (last === undefined || inTime.length < TRADES_PER_CALL) return { outcome: 'ok', value: found };
        from = { fromId: last.id + 1 };
      }
    },
  };
}
