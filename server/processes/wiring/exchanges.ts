import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Env } from '../../env.ts';
import { type BinanceOptions, createBinance } from '../../exchanges/binance/index.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Closers } from '../../lib/closers.ts';
import { measuredExchange } from '../../metrics/measured-exchange.ts';
import type { Foundation } from './foundation.ts';
import { openBudget } from './open-budget.ts';

/** Where the Binance adapter connects. */
export type Addresses = Pick<BinanceOptions, 'restUrl' | 'wsUrl' | 'wsApiUrl'>;

/** The paper exchange speaks Binance only. */
const marketsOf = (env: Env): readonly Market[] =>
  env.EXCHANGE_MODE === 'paper' ? ['binance'] : MARKETS.filter((market) => env.MARKETS.includes(market));

const configured = (env: Env): Addresses => ({
  restUrl: env.BINANCE_REST_URL,
  wsUrl: env.BINANCE_WS_URL,
  wsApiUrl: env.BINANCE_WS_API_URL,
});

/** The markets that are switched on. */
export async function openExchanges(
  foundation: Pick<Foundation, 'env' | 'log' | 'db' | 'metrics' | 'bus'>,
  closing: Closers,
  addresses = configured(foundation.env),
): Promise<ReadonlyMap<Market, Exchange>> {
  const { env, log, metrics } = foundation;
  const exchanges = new Map<Market, Exchange>();
  const { budget, introduced } = await openBudget(foundation, closing);
  const clock = systemClock;
  // Loaded where they are switched on.
  const adapters: Record<Market, () => Exchange | Promise<Exchange>> = {
    binance: () => createBinance({ ...addresses, clock, log, budget }),
    bybit: async () => (await import('../../exchanges/bybit/index.ts')).createBybit({ clock, log, budget }),
    coinbase: async () => (await import('../../exchanges/coinbase/index.ts')).createCoinbase({ clock, log, budget }),
  };
  for (const market of marketsOf(env)) {
    const exchange = measuredExchange(await adapters[market](), metrics.exchangeCalled);
    closing.add(market, () => exchange.stop());
    exchanges.set(market, exchange);
  }
  await introduced();
  await Promise.all([...exchanges.values()].map((exchange) => exchange.start()));
  return exchanges;
}
