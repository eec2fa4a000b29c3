import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MarketInfo } from '#contracts/markets.ts';
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

interface Read {
  info: MarketInfo | undefined;
  /** When the answer arrived, epoch ms. */
  at: number;
}

function priceRead({ info, at }: Read): Omit<PriceNow, 'time'> | null {
  if (!info?.symbolPrice || info.symbolPriceTime === null) return null;
  // The exchange's clock may be ahead of this one: no price is newer than its answer.
  const receivedAt = Math.min(info.symbolPriceTime, at);
  return { price: info.symbolPrice, receivedAt, delayedSince: info.symbolPriceDelayedSince };
}

/** The newer of the live price and the price of the page's query. */
export function priceView(live: PriceNow | null, query: Read, now: number): PriceView {
  const read = priceRead(query);
  const newest = live && (!read || live.receivedAt >= read.receivedAt) ? live : read;
  if (!newest) return { price: null, age: null, stale: true, delayedSince: null };
  const age = Math.max(0, now - newest.receivedAt);
  const { price, delayedSince } = newest;
  return { price, age: Math.floor(age / 1000), stale: age > STALE_AFTER_MS || delayedSince !== null, delayedSince };
}

/**
 * Latest known price: from the live channel, or from the page's query until the first tick. Renders at most once per
 * `everyMs`.
 */
export function usePrice(pair: PairRef, everyMs = 0): PriceView {
  const live = useLivePrice(pair, everyMs);
  const { data: info, dataUpdatedAt: at } = useQuery(marketInfo(pair));
  return priceView(live, { info, at }, useNow(1000));
}
