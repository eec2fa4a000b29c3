import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair, PairStatus } from '../../domain/market/pair.ts';
import { haltsStore, type TradedPair } from './halts.store.ts';
import type { MarketDeps } from './deps.ts';

/** Since when pairs are halted, as observed by this site; kept over a restart. `onChange`: one was halted or trades again. */
export function createHalts(
  deps: Omit<MarketDeps, 'live'> & { onChange: (market: Market, pair: ExchangePair) => void },
) {
  const { db, clock, log, exchanges, onChange } = deps;
  const store = haltsStore(db);
  /** By market and symbol, for pairs that have traded. */
  const traded = new Map<string, number | null>();
  const statuses = new Map<string, PairStatus>();
  const stops: (() => void)[] = [];
  let writing = Promise.resolve();

  /** The row to store for a pair; null where nothing changed. */
  function note(market: Market, { symbol, status }: ExchangePair): TradedPair | null {
    const key = `${market}.${symbol}`;
    const before = traded.get(key);
    const isTrading = status === 'trading';
    // A pair that never traded here has no time, and an ended halt none any more.
    if (isTrading ? before === null : before === undefined || before !== null) return null;
    const haltedSince = isTrading ? null : clock();
    traded.set(key, haltedSince);
    return { market, symbol, haltedSince };
  }

  /** True when its known status differs. */
  function isOther(market: Market, { symbol, status }: ExchangePair): boolean {
    const before = statuses.get(`${market}.${symbol}`);
    statuses.set(`${market}.${symbol}`, status);
    return before !== undefined && before !== status;
  }

  function noteAll(market: Market, pairs: Iterable<ExchangePair>): void {
    const rows = [...pairs].flatMap((pair) => note(market, pair) ?? []);
    if (rows.length === 0) return;
    writing = writing
      .then(() => store.upsert(rows))
      .catch((error: unknown) => log.error({ error }, 'halts of pairs were not written down'));
  }

  return {
    /** UTC epoch ms; null while it trades, and where this site never saw it trade. */
    since: (market: string, symbol: string): number | null => traded.get(`${market}.${symbol}`) ?? null,
    async start(): Promise<void> {
      for (const { market, symbol, haltedSince } of await store.all()) traded.set(`${market}.${symbol}`, haltedSince);
      for (const [market, exchange] of exchanges) {
        const stop = exchange.watchPairs((changed) => {
          noteAll(market, changed);
          for (const pair of changed) if (isOther(market, pair)) onChange(market, pair);
        });
        stops.push(stop);
        noteAll(market, exchange.pairs().values());
        for (const pair of exchange.pairs().values()) isOther(market, pair);
      }
    },
    async stop(): Promise<void> {
      for (const stop of stops.splice(0)) stop();
      await writing;
    },
  };
}
export type Halts = ReturnType<typeof createHalts>;
