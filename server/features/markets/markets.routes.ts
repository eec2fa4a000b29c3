import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import * as z from 'zod/mini';
import { getBalances, getMarketInfo, listPairs } from '#contracts/markets.ts';
import { getCandles, listDayStats } from '#contracts/market-data.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Credentials } from '../../exchanges/exchange.ts';
import { encoded, serve, type Site } from '../../http/serve.ts';
import { wireAmount } from '../../lib/decimal.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Markets } from './index.ts';
import { dayStats } from './day-stats.ts';
import { sharedReads } from './shared-reads.ts';

interface MarketRouteDeps {
  clock: Clock;
  markets: Markets;
  activeKey: (userId: string, market: Market) => Promise<{ keyId: string; credentials: Credentials } | null>;
  /** What of a key's assets belongs to bots. */
  keptByBots: (userId: string, keyId: string) => Promise<{ asset: string; amount: Big }[]>;
}

const USUAL_INTERVAL = '1h';
const USUAL_LIMIT = 500;
/** The last candle is still forming: an open page brings it up to date with every trade. Ms. */
const CANDLES_KEPT_FOR = 1000;
/** Pages of candles, of up to 130 kB each. */
const MOST_PAGES = 100;

/** Free for new orders, and apart from it what belongs to bots (C-5). */
function balanceRoutes(site: Site, { markets, activeKey, keptByBots }: Omit<MarketRouteDeps, 'clock'>): void {
  serve(site, getBalances, async ({ person, params }) => {
    const { symbol: _, ...pair } = markets.pairOf(params.market, params.symbol);
    const marketSymbol = { baseCurrency: pair.base, counterCurrency: pair.counter };
    const unknown = { quantity: null, counterQuantity: null, marketSymbol };
    const key = await activeKey(person.userId, params.market);
    const answer = key && (await markets.exchange(params.market).balances(key.credentials));
    if (!key || answer?.outcome !== 'ok') return unknown;
    const kept = await keptByBots(person.userId, key.keyId);
    const bots = (asset: string) => kept.reduce((sum, one) => (one.asset === asset ? sum.plus(one.amount) : sum), ZERO);
    const free = (asset: string) => {
      const all = answer.value.find((balance) => balance.asset === asset)?.free ?? ZERO;
      return wireAmount(max(ZERO, all.minus(bots(asset))));
    };
    return {
      quantity: free(pair.base),
      counterQuantity: free(pair.counter),
      ...(kept.length > 0 && {
        botsQuantity: wireAmount(bots(pair.base)),
        botsCounterQuantity: wireAmount(bots(pair.counter)),
      }),
      marketSymbol,
    };
  });
}

export function marketsRoutes(site: Site, { clock, markets, activeKey, keptByBots }: MarketRouteDeps): void {
  serve(site, getMarketInfo, async ({ params }) => {
    const pair = markets.pairOf(params.market, params.symbol);
    const last = markets.lastPrice(params.market, pair.symbol);
    return {
      markets: [...MARKETS],
      market: params.market,
      symbols: markets.pairs(params.market).map(({ name }) => name),
      symbol: markets.present(params.market, pair),
      symbolPrice: last?.price ?? null,
      symbolPriceTime: last?.time ?? null,
      symbolPriceDelayedSince: last?.delayedSince ?? null,
      tradeType: params.tradeType,
      tradeTypes: ['spot', 'futures'],
    };
  });

  balanceRoutes(site, { markets, activeKey, keptByBots });

  const sharedCandles = sharedReads({ clock, most: MOST_PAGES });
  serve(site, getCandles, async ({ c, params, query }) => {
    const { symbol } = markets.pairOf(params.market, params.symbol);
    const { interval = USUAL_INTERVAL, limit = USUAL_LIMIT, endTime } = query;
    const of = { symbol, interval, limit, ...(endTime === undefined ? {} : { endTime }) };
    const name = [params.market, symbol, interval, limit, endTime].join(' ');
    const json = await sharedCandles(name, CANDLES_KEPT_FOR, async () => {
      const answer = await markets.exchange(params.market).candles(of);
      if (answer.outcome !== 'ok') {
        const sentence =
          answer.outcome === 'rejected' ? answer.sentence : 'The exchange did not answer. Try again in a moment.';
        throw new Refusal('exchange-failed', sentence);
      }
      const candles = answer.value.map((candle) => Object.assign(candle, { volume: wireAmount(candle.volume) }));
      return JSON.stringify(z.encode(getCandles.response, { candles }));
    });
    return encoded(c, json);
  });

  const sharedStats = dayStats({ clock, markets });
  serve(site, listDayStats, async ({ params: { market }, query }) => sharedStats(market, query.pairs ?? null));

  serve(site, listPairs, async ({ params }) => markets.pairs(params.market));
}
