import { getSite, getSitePrice } from '#contracts/site.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './call.ts';
import { MINUTE_MS } from './durations.ts';
import { persistOffline } from './offline/offline-options.ts';

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: 5 * MINUTE_MS,
  ...persistOffline,
});

const PRICE_EVERY_MS = 3_000;

export const sitePrice = queryOptions({
  queryKey: ['site', 'price'],
  queryFn: ({ signal }) => call(getSitePrice, { signal }),
  refetchInterval: PRICE_EVERY_MS,
  retry: false,
});

type ExchangeMode = 'paper' | 'live';

/** As the server wrote it into the HTML, until the API answers; null while unknown. Not for pre-rendered content. */
export function useExchangeMode(): ExchangeMode | null {
  const { data: site } = useQuery(siteQuery);
  const written = typeof document === 'undefined' ? null : document.documentElement.dataset['exchangeMode'];
  return site?.exchangeMode ?? (written === 'paper' || written === 'live' ? written : null);
}

/** Mirrors the mode to the root element for style sheets, also on pages that the worker cached in another mode. */
export function useModeInRoot(): void {
  const { data: site } = useQuery(siteQuery);
  const mode = site?.exchangeMode;
  useEffect(() => {
    if (mode) document.documentElement.dataset['exchangeMode'] = mode;
  }, [mode]);
}
