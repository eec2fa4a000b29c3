import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { throttle } from '../../../lib/throttle.ts';
import { type DepthNow, marketDepth, type PairRef } from '../markets.queries.ts';

/** Calls `paint`, which must be stable, with the newest order book: at most once a frame and without rendering. */
export function useDepth({ market, symbolName }: PairRef, paint: (book: DepthNow | null) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const query = marketDepth({ market, symbolName });
    const show = () => paint(client.getQueryData(query.queryKey) ?? null);
    const { request, stop } = throttle(show, 0);
    const leave = new QueryObserver(client, query).subscribe(request);
    show();
    return () => {
      leave();
      stop();
    };
  }, [client, market, symbolName, paint]);
}
