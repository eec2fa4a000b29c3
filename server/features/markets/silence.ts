import type { Big } from 'big.js';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Trade } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';

interface Heard {
  /** When the last trade came by the stream, or the pair was first read; our clock, UTC epoch ms. */
  at: number;
  /** What the exchange's own list said first since then. */
  listed: Big | null;
  /** When that list named another price than before, without a trade; null while it has not. */
  movedAt: number | null;
}

/** A pair without a trade for less is not looked at. */
const QUIET_AFTER = MINUTE;
/** A list that is read so soon after a trade may not count it in yet. */
const LIST_LAGS_BY = 10_000;
/** A trade that the list shows already may still be on its way. */
const STREAM_LAGS_BY = 5_000;

/**
 * Tells a pair that nobody trades from one whose trades do not come: there the exchange's own list of last prices moves,
 * and the stream is silent.
 */
export function watchSilence(clock: Clock) {
  const pairs = new Map<string, Heard>();

  function compare(key: string, price: Big): void {
    const now = clock();
    const received = pairs.get(key) ?? { at: now, listed: null, movedAt: null };
    pairs.set(key, received);
    if (now - received.at < LIST_LAGS_BY) return;
    received.listed ??= price;
    if (!received.listed.eq(price)) received.movedAt ??= now;
  }

  return {
    /** A trade came by the stream. */
    noteTrade(key: string): void {
      const known = pairs.get(key);
      if (known === undefined) pairs.set(key, { at: clock(), listed: null, movedAt: null });
      else Object.assign(known, { at: clock(), listed: null, movedAt: null });
    },
    /** The exchange's own list was read. */
    read(market: string, prices: readonly Trade[]): void {
      for (const { symbol, price } of prices) compare(`${market}.${symbol}`, price);
    },
    /** Since when trades are missing; null where none are. */
    since(key: string): number | null {
      const received = pairs.get(key);
      if (!received || received.movedAt === null) return null;
      const now = clock();
      const isSure = now - received.movedAt >= STREAM_LAGS_BY && now - received.at >= QUIET_AFTER;
      return isSure ? received.at : null;
    },
  };
}
