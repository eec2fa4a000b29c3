import * as z from 'zod/mini';
import type { Exchange } from '../exchange.ts';
import type { Rest } from './rest/rest.ts';
import { amount, WireCandle } from './wire.ts';

const Prices = z.array(z.object({ symbol: z.string(), price: amount }));

type MarketData = Pick<Exchange, 'candles' | 'lastPrices'>;

export function createMarketData(rest: Rest, pairs: Exchange['pairs']): MarketData {
  return {
    async candles(of) {
      const params = { ...of };
      return rest.ask({ path: '/api/v3/klines', params, weight: 2, answer: z.array(WireCandle) });
    },
    /** The ticker names no time: `time` is when it was read. A pair that never traded stands at 0 and is left out. */
    async lastPrices() {
      const answer = await rest.ask({ path: '/api/v3/ticker/price', weight: 4, answer: Prices });
      if (answer.outcome !== 'ok') return answer;
      const time = rest.time.now();
      const known = answer.value.filter((ticker) => pairs().has(ticker.symbol) && ticker.price.gt(0));
      return { outcome: 'ok', value: known.map(({ symbol, price }) => ({ symbol, price, time })) };
    },
  };
}
