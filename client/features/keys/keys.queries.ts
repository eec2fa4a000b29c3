import { queryOptions } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { listCopyDeals, previewCopies } from '#contracts/copying.ts';
import { checkKey, listKeyBalances, showKey } from '#contracts/key-groups.ts';
import { type KeyGroup, listKeys } from '#contracts/keys.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { readableOffline } from '../../lib/offline/readable-offline.ts';

export const keysKey = ['keys'] as const;

export const allKeys = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => call(listKeys, { signal }),
  staleTime: 30_000,
  ...readableOffline,
});

type Keys = Awaited<ReturnType<typeof call<typeof listKeys>>>;

/** The group whose main key trades on this market; null when there is none. */
export const activeGroup = (keys: Keys | undefined, market: Market): KeyGroup | null =>
  keys?.apiKeyMarketGroups.find((group) => group.market === market)?.activeMainApiKeyGroup ?? null;

/** The groups of one market, the active main key's first. */
export interface MarketKeys {
  market: Market;
  activeUid: string | null;
  groups: readonly KeyGroup[];
}

export const marketsOf = (keys: Keys | undefined): MarketKeys[] =>
  (keys?.apiKeyMarketGroups ?? []).map(({ market, activeMainApiKeyGroup: active, apiKeyGroups }) => ({
    market,
    activeUid: active?.mainKey.uid ?? null,
    groups: active ? [active, ...apiKeyGroups] : apiKeyGroups,
  }));

/** Forgotten as soon as nobody looks at it. */
export const keyText = (uid: string) =>
  queryOptions({
    queryKey: ['key-text', uid],
    queryFn: ({ signal }) => call(showKey, { params: { uid }, signal }),
    gcTime: 0,
  });

/** Asks the exchange anew each time it is opened. */
export const keyCheck = (uid: string) =>
  queryOptions({
    queryKey: ['key-check', uid],
    queryFn: ({ signal }) => call(checkKey, { params: { uid }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });

export const keyBalances = (uid: string) =>
  queryOptions({
    queryKey: [...keysKey, uid, 'balances'],
    queryFn: ({ signal }) => call(listKeyBalances, { params: { uid }, signal }),
  });

export const copyDeals = (uid: string) =>
  queryOptions({
    queryKey: [...keysKey, uid, 'deals'],
    queryFn: ({ signal }) => call(listCopyDeals, { params: { uid }, signal }),
  });

interface Deal {
  mainUid: string;
  symbolName: string;
  counterQuantity: Big;
}

/** By the size rules as they are saved. */
export const copyPreview = (deal: Deal) =>
  queryOptions({
    queryKey: [...keysKey, 'preview', deal.mainUid, deal.symbolName, deal.counterQuantity.toFixed()],
    queryFn: ({ signal }) => call(previewCopies, { json: deal, signal }),
  });
