import type { Db } from '../../../db/database.ts';
import type { Vault } from '../../../lib/vault.ts';
import { dataKeysStore } from './data-keys.store.ts';

const named = (id: string) => (id === '' ? 'an unnamed master key' : `the master key ${id}`);

/** F-28: throws when accounts exist that the available master keys do not open. */
export async function checkMasterKey(db: Db, vault: Vault): Promise<void> {
  for (const { userId, ...wrapped } of await dataKeysStore(db).oneOfEach()) {
    if (vault.opens(userId, wrapped)) continue;
    throw new Error(
      `The master key is another one (${vault.currentId()}): there are accounts under ${named(wrapped.masterKeyId)}, and their exchange secrets cannot be opened without it. Put it back, as MASTER_KEY_OLD if it is being replaced, then start again; nothing was changed.`,
    );
  }
}
