import type { Key, KeyGroup } from '#contracts/keys.ts';

/** A key without its value, which changes often and is selected separately. */
export type ApiKey = Omit<Key, 'usdtBalance' | 'usdtFree' | 'balanceAt'>;
export type ApiKeyGroup = Omit<KeyGroup, 'mainKey' | 'copyKeys'> & { mainKey: ApiKey; copyKeys: ApiKey[] };

/** A key with its group. */
export interface KeyContext {
  apiKey: ApiKey;
  group: ApiKeyGroup;
  /** All groups of the market, including this one. */
  groups: readonly ApiKeyGroup[];
  /** Uid of the active main key. */
  activeUid: string | null;
}

/** Dialogs of a key. */
export type KeyDialog = 'balances' | 'check' | 'reset' | 'delete' | 'sub' | 'addiction' | 'size' | 'deals';

/** Must be stable, so that cards render only for their own changes. */
export type OpenKeyDialog = (uid: string, ask: KeyDialog) => void;
