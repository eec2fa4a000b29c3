import type { Market } from '#contracts/symbol.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { Publishes } from './last-prices.ts';
import { WatchedPair } from './watched-pair.ts';

/** Pages' processes repeat every five seconds what is watched. */
const WATCHED_FOR = 12_000;
const LOOK_EVERY = 2_000;

interface WatchedPairsDeps {
  isOn: (market: Market) => boolean;
  exchange: (market: Market) => Pick<Exchange, 'pairs' | 'details'>;
  live: Pick<LivePublisher, 'detail' | 'onWatch'>;
  clock: Clock;
  log: Log;
  pairName: (market: string, symbol: string) => string | null;
  publishes: Publishes;
}

interface Watched {
  market: Market;
  symbol: string;
  pair: WatchedPair;
  until: number;
}

/**
 * Reads order book and trades of the pairs that open pages of any process watch, of each pair in one process. Returns
 * the way to stop.
 */
export function publishWatchedPairs({ isOn, exchange, live, clock, log, pairName, publishes }: WatchedPairsDeps) {
  const watched = new Map<string, Watched>();

  function open(market: Market, symbol: string): Watched | null {
    if (!isOn(market)) return null;
    const { details, pairs } = exchange(market);
    const name = pairName(market, symbol);
    if (!details || name === null || !pairs().has(symbol)) return null;
    const pair = new WatchedPair({
      details,
      symbol,
      named: { market, symbol: name },
      publish: (event) => live.detail({ market, symbol }, event),
      log,
    });
    return { market, symbol, pair, until: 0 };
  }

  const stopListening = live.onWatch((wanted, isNew) => {
    const market = wanted.market as Market;
    const { symbol } = wanted;
    if (!publishes(market, symbol)) return;
    const key = `${market}.${symbol}`;
    const found = watched.get(key) ?? open(market, symbol);
    if (!found) return;
    watched.set(key, found);
    found.until = clock() + WATCHED_FOR;
    if (isNew) found.pair.repeat();
  });

  const timer = setInterval(() => {
    for (const [key, { market, symbol, pair, until }] of watched) {
      if (clock() < until && publishes(market, symbol)) continue;
      pair.stop();
      watched.delete(key);
    }
  }, LOOK_EVERY).unref();

  return () => {
    stopListening();
    clearInterval(timer);
    for (const { pair } of watched.values()) pair.stop();
    watched.clear();
  };
}
