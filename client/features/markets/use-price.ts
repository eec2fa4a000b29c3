import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useCallback, useSyncExternalStore } from 'react';
import { paced } from '../../lib/paced.ts';
import { useNow } from '../../lib/use-now.ts';
import { livePrice, marketInfo, type PairRef, type PriceNow } from './markets.queries.ts';

export const STALE_AFTER_MS = 10_000;

export interface PriceView {
  price: Big | null;
  /** Whole seconds since it was heard of; null without a price. */
  age: number | null;
  stale: boolean;
  /** Since when trades of the pair are missing though it is traded, UTC epoch ms; null while they come. */
  delayedSince: number | null;
}

/** What the live channel said last, told at most once every `everyMs`: ticks in between cost nothing. */
function useLivePrice({ market, symbolName }: PairRef, everyMs: number): PriceNow | null {
  const client = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => {
      const { ask, stop } = paced(changed, everyMs);
      const leave = new QueryObserver(client, livePrice({ market, symbolName })).subscribe(ask);
      return () => {
        leave();
        stop();
      };
    },
    [client, market, symbolName, everyMs],
  );
  return useSyncExternalStore(subscribe, () => client.getQueryData(livePrice({ market, symbolName }).queryKey) ?? null);
}

/**
 * The newest price known: the live channel's, before its first word the one the page was opened with. Renders its
 * component at most once every `everyMs`.
 */
export function usePrice(pair: PairRef, everyMs = 0): PriceView {
  const live = useLivePrice(pair, everyMs);
  const { data: info, dataUpdatedAt } = useQuery(marketInfo(pair));
  const now = useNow(1000);
  const read =
    info?.symbolPrice && info.symbolPriceTime !== null
      ? // The exchange's clock may be ahead of this one: no price is newer than its reading.
        {
          price: info.symbolPrice,
          heardAt: Math.min(info.symbolPriceTime, dataUpdatedAt),
          delayedSince: info.symbolPriceDelayedSince,
        }
      : null;
  const newest = live && (!read || live.heardAt >= read.heardAt) ? live : read;
  if (!newest) return { price: null, age: null, stale: true, delayedSince: null };
  const age = Math.max(0, now - newest.heardAt);
  const { price, delayedSince } = newest;
  return { price, age: Math.floor(age / 1000), stale: age > STALE_AFTER_MS || delayedSince !== null, delayedSince };
}
