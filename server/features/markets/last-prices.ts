import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Exchange, Trade } from '../../exchanges/exchange.ts';
import { knownPrices } from './known-prices.ts';
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
  /** Ms until a list that could not be read after a gap is read again. */
  readAgainAfter?: number;
}

const READ_EVERY = 30_000;
const READ_AGAIN_AFTER = 2_000;
const LOOK_FOR_DELAYS_EVERY = 5_000;

/** Returns the way to stop. */
function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
}

/** The last price of each pair from ticks, and whether ticks arrive. */
export function keepPrices({ readEvery = READ_EVERY, readAgainAfter = READ_AGAIN_AFTER, ...deps }: PriceDeps) {
  const { exchanges, live, log, clock, isCurrent } = deps;
  const prices = knownPrices();
  /** Lists that could not be read after a gap: nothing else says what a pair that hardly trades stands at. */
  const unread = new Set<Market>();
  const silence = watchSilence(clock);
  const stops: (() => void)[] = [];

  const delayedSince = (market: string, symbol: string): number | null => silence.since(`${market}.${symbol}`);

  async function readPrices(market: Market, exchange: Exchange, of: 'all' | 'delayed'): Promise<void> {
    const note = prices.reading();
    const answer = await exchange.lastPrices();
    if (answer.outcome !== 'ok') {
      if (of === 'all') unread.add(market);
      return log.warn({ market, answer }, 'last prices could not be read');
    }
    const listed = answer.value.filter(({ symbol }) => isCurrent?.(market, symbol) ?? true);
    silence.read(market, listed);
    silence.publishChanges();
    const wanted = ({ symbol }: Trade) => of === 'all' || delayedSince(market, symbol) !== null;
    for (const price of listed.filter(wanted)) note(`${market}.${price.symbol}`, price);
  }

  function invalidate(market: Market, exchange: Exchange, of: 'all' | 'delayed'): void {
    readPrices(market, exchange, of).catch((error: unknown) => log.error({ error }, 'last prices'));
  }

  function receive(market: Market, trade: Trade): void {
    const key = `${market}.${trade.symbol}`;
    silence.noteTrade(key);
    prices.traded(key, trade);
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
      const last = prices.find(`${market}.${symbol}`);
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
      stops.push(every(LOOK_FOR_DELAYS_EVERY, silence.publishChanges));
      for (const [market, exchange] of exchanges) {
        const readUnread = () => unread.delete(market) && invalidate(market, exchange, 'all');
        stops.push(
          watch(market, exchange, publishes),
          every(readEvery, () => invalidate(market, exchange, 'delayed')),
          every(readAgainAfter, readUnread),
        );
        await readPrices(market, exchange, 'all');
      }
    },
    stop: () => stops.splice(0).forEach((stop) => stop()),
  };
}
