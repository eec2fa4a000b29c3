import type { Big } from 'big.js';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Trade } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';

type Listener = (market: Market, symbol: string) => void;

interface Received {
  /** When the last trade was received, or the pair was first read; UTC epoch ms by our clock. */
  at: number;
  /** The first price that the exchange listed since then. */
  listed: Big | null;
  /** When the listed price changed without a trade; null while it has not. */
  movedAt: number | null;
}

/** A shorter time without a trade is normal. */
const QUIET_AFTER = MINUTE;
/** The list may not include a trade of the last moments. */
const LIST_LAGS_BY = 10_000;
/** The stream may deliver a trade after the list shows it. */
const STREAM_LAGS_BY = 5_000;

/**
 * Tells pairs without trades from pairs whose trades are missing: there the listed price changes while the stream
 * is silent.
 */
export function watchSilence(clock: Clock) {
  const pairs = new Map<string, Received>();
  const listeners = new Set<Listener>();
  let silent: ReadonlySet<string> = new Set();

  function compare(key: string, price: Big): void {
    const now = clock();
    const received = pairs.get(key) ?? { at: now, listed: null, movedAt: null };
    pairs.set(key, received);
    if (now - received.at < LIST_LAGS_BY) return;
    received.listed ??= price;
    if (!received.listed.eq(price)) received.movedAt ??= now;
  }

  /** Since when trades are missing; null where none are. */
  function since(key: string): number | null {
    const received = pairs.get(key);
    if (!received || received.movedAt === null) return null;
    const now = clock();
    const isSure = now - received.movedAt >= STREAM_LAGS_BY && now - received.at >= QUIET_AFTER;
    return isSure ? received.at : null;
  }

  return {
    /** A trade was received. */
    noteTrade(key: string): void {
      const known = pairs.get(key);
      if (known === undefined) pairs.set(key, { at: clock(), listed: null, movedAt: null });
      else Object.assign(known, { at: clock(), listed: null, movedAt: null });
    },
    /** The exchange's list of prices was read. */
    read(market: string, prices: readonly Trade[]): void {
      for (const { symbol, price } of prices) compare(`${market}.${symbol}`, price);
    },
    since,
    onChange(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Notifies of the pairs whose trades are missing since the last time, or arrive again. */
    publishChanges(): void {
      const before = silent;
      silent = new Set([...pairs.keys()].filter((key) => since(key) !== null));
      for (const key of silent.symmetricDifference(before)) {
        const [market = '', symbol = ''] = key.split('.');
        for (const listener of listeners) listener(market as Market, symbol);
      }
    },
  };
}
