import type { Key, KeyGroup } from '#contracts/keys.ts';

/** A key where it stands. */
export interface KeyPlace {
  apiKey: Key;
  group: KeyGroup;
  /** All of its market, this one too. */
  groups: readonly KeyGroup[];
  /** The active main key's. */
  activeUid: string | null;
}

/** What can be asked about a key. */
export type Ask = 'balances' | 'check' | 'reset' | 'delete' | 'sub' | 'addiction' | 'size' | 'deals';
