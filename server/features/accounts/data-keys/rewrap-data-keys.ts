import type { Db } from '../../../db/database.ts';
import type { Vault } from '../../../lib/vault.ts';
import { dataKeysStore } from './data-keys.store.ts';

const BATCH = 500;

/**
 * S-30: wraps every account's data key with the current master key, in batches, while servers run. Resumes when it is
 * called again.
 */
export async function rewrapDataKeys(
  { db, vault }: { db: Db; vault: Vault },
  notify: (done: number, all: number) => void,
): Promise<number> {
  const store = dataKeysStore(db);
  const id = vault.currentId();
  const all = await store.countNotUnder(id);
  let done = 0;
  let after: string | null = null;
  for (;;) {
    const batch = await store.batchNotUnder(id, { after, most: BATCH });
    if (batch.length === 0) return done;
    await store.replace(batch.map((before) => ({ before, after: vault.rewrap(before.userId, before) })));
    after = batch.at(-1)?.userId ?? null;
    done += batch.length;
    notify(done, Math.max(all, done));
  }
}
