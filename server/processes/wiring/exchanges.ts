import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Env } from '../../env.ts';
import { type BinanceOptions, createBinance } from '../../exchanges/binance/index.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Closers } from '../../lib/closers.ts';
import { measuredExchange } from '../../metrics/measured-exchange.ts';
import type { Foundation } from './foundation.ts';

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
  { env, log, metrics }: Pick<Foundation, 'env' | 'log' | 'metrics'>,
  closing: Closers,
  addresses = configured(env),
): Promise<ReadonlyMap<Market, Exchange>> {
  const exchanges = new Map<Market, Exchange>();
  const clock = systemClock;
  // Loaded where they are switched on.
  const adapters: Record<Market, () => Exchange | Promise<Exchange>> = {
    binance: () => createBinance({ ...addresses, clock, log }),
    bybit: async () => (await import('../../exchanges/bybit/index.ts')).createBybit({ clock, log }),
    coinbase: async () => (await import('../../exchanges/coinbase/index.ts')).createCoinbase({ clock, log }),
  };
  for (const market of marketsOf(env)) {
    const exchange = measuredExchange(await adapters[market](), metrics.exchangeCalled);
    closing.add(market, () => exchange.stop());
    exchanges.set(market, exchange);
  }
  await Promise.all([...exchanges.values()].map((exchange) => exchange.start()));
  return exchanges;
}
