import { queryOptions } from '@tanstack/react-query';
import { type Key, type KeyGroup, listKeys } from '#contracts/keys.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';
import type { ApiKey, ApiKeyGroup } from './key-context.ts';

export const keysKey = ['keys'] as const;

export const allKeys = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => call(listKeys, { signal }),
  staleTime: 30_000,
  ...persistOffline,
});

export type Keys = Awaited<ReturnType<typeof call<typeof listKeys>>>;

/** The active group of this market; null if there is none. */
export const activeGroup = (keys: Keys | undefined, market: Market): KeyGroup | null =>
  keys?.apiKeyMarketGroups.find((group) => group.market === market)?.activeMainApiKeyGroup ?? null;

/** The groups of one market, the active one first. */
export interface MarketKeys {
  market: Market;
  activeUid: string | null;
  groups: readonly ApiKeyGroup[];
}

function withoutWorth(key: Key): ApiKey {
  const { usdtBalance: _, usdtFree: __, balanceAt: ___, ...rest } = key;
  return rest;
}

const groupOf = ({ mainKey, copyKeys, ...group }: KeyGroup): ApiKeyGroup => ({
  ...group,
  mainKey: withoutWorth(mainKey),
  copyKeys: copyKeys.map(withoutWorth),
});

export const marketsOf = (keys: Keys | undefined): MarketKeys[] =>
  (keys?.apiKeyMarketGroups ?? []).map(({ market, activeMainApiKeyGroup: active, apiKeyGroups }) => ({
    market,
    activeUid: active?.mainKey.uid ?? null,
    groups: (active ? [active, ...apiKeyGroups] : apiKeyGroups).map(groupOf),
  }));
