import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { throttleAlone } from '../../../lib/throttle.ts';
import { type DepthNow, marketDepth, type PairRef } from '../markets.queries.ts';

/** Shorter than the time between two books of the channel. */
const PAINT_EVERY_MS = 100;

/** Calls `paint`, which must be stable, with the newest order book, in a frame of its own and without rendering. */
export function useDepth({ market, symbolName }: PairRef, paint: (book: DepthNow | null) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const query = marketDepth({ market, symbolName });
    const show = () => paint(client.getQueryData(query.queryKey) ?? null);
    const { request, stop } = throttleAlone(show, PAINT_EVERY_MS);
    const leave = new QueryObserver(client, query).subscribe(request);
    show();
    return () => {
      leave();
      stop();
    };
  }, [client, market, symbolName, paint]);
}
