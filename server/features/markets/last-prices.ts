import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Exchange, Trade } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import { watchSilence } from './silence.ts';

interface LastPrice {
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
  /** Since when trades of the pair are missing though it is traded, our clock; null while they come. */
  delayedSince: number | null;
}

export interface PriceDeps {
  exchanges: ReadonlyMap<Market, Exchange>;
  live: LivePublisher;
  log: Log;
  clock: Clock;
  /** Whether a pair's price in the exchange's list is one of today; any is when not said. */
  isCurrent?: (market: Market, symbol: string) => boolean;
  /** Ms between two readings of the exchanges' own lists of prices. */
  readEvery?: number;
}

const READ_EVERY = 30_000;

/** The last price of each pair, kept from the ticks, and whether they come. */
export function keepPrices({ exchanges, live, log, clock, isCurrent, readEvery = READ_EVERY }: PriceDeps) {
  const prices = new Map<string, Omit<LastPrice, 'delayedSince'>>();
  const silence = watchSilence(clock);
  const stops: (() => void)[] = [];

  const delayedSince = (market: string, symbol: string): number | null => silence.since(`${market}.${symbol}`);

  function remember(market: Market, { symbol, price, time }: Trade): void {
    const known = prices.get(`${market}.${symbol}`);
    if (!known || known.time <= time) prices.set(`${market}.${symbol}`, { price, time });
  }

  async function readPrices(market: Market, exchange: Exchange, of: 'all' | 'delayed'): Promise<void> {
    const answer = await exchange.lastPrices();
    if (answer.outcome !== 'ok') return log.warn({ market, answer }, 'last prices could not be read');
    const listed = answer.value.filter(({ symbol }) => isCurrent?.(market, symbol) ?? true);
    silence.read(market, listed);
    const wanted = ({ symbol }: Trade) => of === 'all' || delayedSince(market, symbol) !== null;
    for (const trade of listed.filter(wanted)) remember(market, trade);
  }

  function invalidate(market: Market, exchange: Exchange, of: 'all' | 'delayed'): void {
    readPrices(market, exchange, of).catch((error: unknown) => log.error({ error }, 'last prices'));
  }

  function watchTicks(market: Market): () => void {
    return live.onTick(market, (trade) => {
      silence.noteTrade(`${market}.${trade.symbol}`);
      remember(market, trade);
    });
  }

  return {
    /** `symbol` as the exchange writes it; null while no trade of it was seen. */
    lastPrice(market: string, symbol: string): LastPrice | null {
      const last = prices.get(`${market}.${symbol}`);
      return last ? { ...last, delayedSince: delayedSince(market, symbol) } : null;
    },
    /** Since when trades of a pair are missing though it is traded, our clock: no level of it is watched. Null while they come. */
    delayedSince,
    async start({ engine }: { engine: boolean }): Promise<void> {
      for (const [market, exchange] of exchanges) {
        const timer = setInterval(() => invalidate(market, exchange, 'delayed'), readEvery).unref();
        stops.push(watchTicks(market), () => clearInterval(timer));
        if (engine) {
          const stop = exchange.watchTrades((event) => {
            if (event.kind === 'trade') live.tick(market, event.trade);
            else invalidate(market, exchange, 'all');
          });
          stops.push(stop);
        }
        await readPrices(market, exchange, 'all');
      }
    },
    stop: () => stops.splice(0).forEach((stop) => stop()),
  };
}
