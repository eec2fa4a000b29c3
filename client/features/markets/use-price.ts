import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useEffect, useState } from 'react';
import { livePrice, marketInfo, type PairRef } from './markets.queries.ts';

export const STALE_AFTER_MS = 10_000;

export interface PriceView {
  price: Big | null;
  /** Whole seconds since it was heard of; null without a price. */
  age: number | null;
  stale: boolean;
}

/** The newest price known: the live channel's, before its first word the one the page was opened with. */
export function usePrice(pair: PairRef): PriceView {
  const { data: live } = useQuery(livePrice(pair));
  const { data: info, dataUpdatedAt } = useQuery(marketInfo(pair));
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const read =
    info?.symbolPrice && info.symbolPriceTime !== null
      ? // The exchange's clock may be ahead of this one: no price is newer than its reading.
        { price: info.symbolPrice, heardAt: Math.min(info.symbolPriceTime, dataUpdatedAt) }
      : null;
  const newest = live && (!read || live.heardAt >= read.heardAt) ? live : read;
  if (!newest) return { price: null, age: null, stale: true };
  const age = Math.max(0, now - newest.heardAt);
  return { price: newest.price, age: Math.floor(age / 1000), stale: age > STALE_AFTER_MS };
}
