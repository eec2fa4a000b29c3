import type { Key, KeyGroup } from '#contracts/keys.ts';

/** A key but for what it is worth: that moves all the time, and is read where it is shown. */
export type ApiKey = Omit<Key, 'usdtBalance' | 'balanceAt'>;
export type ApiKeyGroup = Omit<KeyGroup, 'mainKey' | 'copyKeys'> & { mainKey: ApiKey; copyKeys: ApiKey[] };

/** A key where it stands. */
export interface KeyPlace {
  apiKey: ApiKey;
  group: ApiKeyGroup;
  /** All of its market, this one too. */
  groups: readonly ApiKeyGroup[];
  /** The active main key's. */
  activeUid: string | null;
}

/** What can be asked about a key. */
export type Ask = 'balances' | 'check' | 'reset' | 'delete' | 'sub' | 'addiction' | 'size' | 'deals';

/** A stable function, so that a card is drawn again for its own sake only. */
export type AskAbout = (uid: string, ask: Ask) => void;
