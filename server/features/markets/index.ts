import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { Log } from '../../lib/log.ts';
import { findPairs } from './find-pairs.ts';
import { presentPair } from './pair.ts';

export { presentPair } from './pair.ts';

export type Exchanges = ReadonlyMap<Market, Exchange>;
export interface LastPrice {
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
}

interface Needs {
  exchanges: Exchanges;
  live: LivePublisher;
  log: Log;
}

/** Pairs with their steps, and the last price of each, kept from the ticks. */
export function createMarkets({ exchanges, live, log }: Needs) {
  const prices = new Map<string, LastPrice>();
  const stops: (() => void)[] = [];
  const remember = (market: Market, symbol: string, { price, time }: LastPrice) => {
    const known = prices.get(`${market}.${symbol}`);
    if (!known || known.time <= time) prices.set(`${market}.${symbol}`, { price, time });
  };

  async function readPrices(market: Market, exchange: Exchange): Promise<void> {
    const answer = await exchange.lastPrices();
    if (answer.outcome === 'ok') for (const trade of answer.value) remember(market, trade.symbol, trade);
    else log.warn({ market, answer }, 'last prices could not be read');
  }

  const markets = {
    names: (): Market[] => [...exchanges.keys()],
    isOn: (market: Market): boolean => exchanges.has(market),
    /** Of a market that is on; `isOn` and every pair found say so. */
    exchange(market: Market): Exchange {
      const exchange = exchanges.get(market);
      if (!exchange) throw new Error(`the market ${market} is off`);
      return exchange;
    },
    ...findPairs(exchanges),
    findPair(market: Market, name: string): Pair | null {
      const pair = markets.findExchangePair(market, name);
      return pair ? presentPair(market, pair) : null;
    },
    /** 'xrp_usdt' for the exchange's XRPUSDT. */
    pairName(market: string, symbol: string): string | null {
      return MARKETS.some((known) => known === market)
        ? (markets.findPair(market as Market, symbol.toLowerCase())?.name ?? null)
        : null;
    },
    pairs(market: Market): Pair[] {
      const found = [...(exchanges.get(market)?.pairs().values() ?? [])].map((pair) => presentPair(market, pair));
      return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
    /** `symbol` as the exchange writes it; null while no trade of it was seen. */
    lastPrice: (market: string, symbol: string): LastPrice | null => prices.get(`${market}.${symbol}`) ?? null,
    async start({ engine }: { engine: boolean }): Promise<void> {
      for (const [market, exchange] of exchanges) {
        stops.push(live.onTick(market, (trade) => remember(market, trade.symbol, trade)));
        if (engine) {
          const stop = exchange.watchTrades((event) => {
            if (event.kind === 'trade') live.tick(market, event.trade);
            else void readPrices(market, exchange).catch((error: unknown) => log.error({ error }, 'last prices'));
          });
          stops.push(stop);
        }
        await readPrices(market, exchange);
      }
    },
    stop: () => stops.splice(0).forEach((stop) => stop()),
  };
  return markets;
}
export type Markets = ReturnType<typeof createMarkets>;
