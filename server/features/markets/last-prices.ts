import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Exchange, Trade } from '../../exchanges/exchange.ts';
import { watchSilence } from './silence.ts';
import type { MarketDeps } from './deps.ts';

/** Whether this process publishes a pair's trades. */
export type Publishes = (market: Market, symbol: string) => boolean;

interface LastPrice {
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
  /** Since when the pair's trades are missing although it trades, UTC epoch ms by our clock; null while they arrive. */
  delayedSince: number | null;
}

export interface PriceDeps extends Omit<MarketDeps, 'db'> {
  /** Whether the price that the exchange lists for a pair is current; by default every price is. */
  isCurrent?: (market: Market, symbol: string) => boolean;
  /** Ms between readings of the exchanges' lists of prices. */
  readEvery?: number;
}

const READ_EVERY = 30_000;
const LOOK_FOR_DELAYS_EVERY = 5_000;

/** The last price of each pair from ticks, and whether ticks arrive. */
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
    silence.publishChanges();
    const wanted = ({ symbol }: Trade) => of === 'all' || delayedSince(market, symbol) !== null;
    for (const trade of listed.filter(wanted)) remember(market, trade);
  }

  function invalidate(market: Market, exchange: Exchange, of: 'all' | 'delayed'): void {
    readPrices(market, exchange, of).catch((error: unknown) => log.error({ error }, 'last prices'));
  }

  function receive(market: Market, trade: Trade): void {
    silence.noteTrade(`${market}.${trade.symbol}`);
    remember(market, trade);
  }

  /** Its own stream, or what other processes publish of theirs. */
  function watch(market: Market, exchange: Exchange, publishes: Publishes | null): () => void {
    if (!publishes) return live.onTick(market, (trade) => receive(market, trade));
    return exchange.watchTrades((event) => {
      if (event.kind === 'gap') return invalidate(market, exchange, 'all');
      receive(market, event.trade);
      if (publishes(market, event.trade.symbol)) live.tick(market, event.trade);
    });
  }

  return {
    /** By the exchange's symbol; null before its first trade. */
    lastPrice(market: string, symbol: string): LastPrice | null {
      const last = prices.get(`${market}.${symbol}`);
      return last ? { ...last, delayedSince: delayedSince(market, symbol) } : null;
    },
    /**
     * Since when a pair's trades are missing although it trades, by our clock: its levels are not watched. Null while
     * they arrive.
     */
    delayedSince,
    /** Notifies of pairs whose trades are missing, and that arrive again, within seconds. Returns the way to stop. */
    onDelayChange: silence.onChange,
    /** `publishes` says of which pairs this process publishes the trades; null where it opens no streams. */
    async start({ publishes }: { publishes: Publishes | null }): Promise<void> {
      const delays = setInterval(silence.publishChanges, LOOK_FOR_DELAYS_EVERY).unref();
      stops.push(() => clearInterval(delays));
      for (const [market, exchange] of exchanges) {
        const timer = setInterval(() => invalidate(market, exchange, 'delayed'), readEvery).unref();
        stops.push(watch(market, exchange, publishes), () => clearInterval(timer));
        await readPrices(market, exchange, 'all');
      }
    },
    stop: () => stops.splice(0).forEach((stop) => stop()),
  };
}
