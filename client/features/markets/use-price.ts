import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useCallback, useSyncExternalStore } from 'react';
import { throttle } from '../../lib/throttle.ts';
import { useNow } from '../../lib/use-now.ts';
import { livePrice, marketInfo, type PairRef, type PriceNow } from './markets.queries.ts';

export const STALE_AFTER_MS = 10_000;

export interface PriceView {
  price: Big | null;
  /** Whole seconds since it was received; null without a price. */
  age: number | null;
  stale: boolean;
  /** Since when trades are missing although the pair trades, UTC epoch ms; null while they arrive. */
  delayedSince: number | null;
}

/** Latest live price, throttled to one update per `everyMs`. */
function useLivePrice({ market, symbolName }: PairRef, everyMs: number): PriceNow | null {
  const client = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => {
      const { request, stop } = throttle(changed, everyMs);
      const leave = new QueryObserver(client, livePrice({ market, symbolName })).subscribe(request);
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
 * Latest known price: from the live channel, or from the page's query until the first tick. Renders at most once per
 * `everyMs`.
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
          receivedAt: Math.min(info.symbolPriceTime, dataUpdatedAt),
          delayedSince: info.symbolPriceDelayedSince,
        }
      : null;
  const newest = live && (!read || live.receivedAt >= read.receivedAt) ? live : read;
  if (!newest) return { price: null, age: null, stale: true, delayedSince: null };
  const age = Math.max(0, now - newest.receivedAt);
  const { price, delayedSince } = newest;
  return { price, age: Math.floor(age / 1000), stale: age > STALE_AFTER_MS || delayedSince !== null, delayedSince };
}
