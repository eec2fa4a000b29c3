import type { DehydratedState } from '@tanstack/react-query';
import { createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval';
import { cacheOwner } from './cache-owner.ts';

const PREFIX = 'rq-';
const STORE = 'q';

/** Increment when the data of any persisted query changes its shape. */
const SHAPE = 1;

export type PersistedQuery = DehydratedState['queries'][number];
type Entry = [hash: string, kept: { shape: number; query: PersistedQuery }];

/** Closes the database after each use: an open connection in another tab would block its deletion. */
async function within<T>(person: string, use: (store: UseStore) => Promise<T>): Promise<T> {
  const store = createStore(`${PREFIX}${person}`, STORE);
  try {
    return await use(store);
  } finally {
    await store('readonly', ({ transaction }) => transaction.db.close()).catch(() => undefined);
  }
}

function remove(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error']) request.addEventListener(end, () => resolve());
  });
}

/** Another version may have stored anything. */
const isRecent = (kept: Partial<Entry[1]> | undefined, since: number): boolean =>
  kept?.shape === SHAPE && (kept.query?.state?.dataUpdatedAt ?? 0) > since;

/** One database per user and one entry per query, so that tabs do not overwrite each other's data. */
export const deviceStore = (person: string) => ({
  /** Entries updated after `since` (epoch ms); deletes the others. */
  read: (since: number): Promise<PersistedQuery[]> =>
    within(person, async (store) => {
      const all: Entry[] = await entries(store);
      const good = all.filter(([, kept]) => isRecent(kept, since));
      const hashes = new Set(good.map(([hash]) => hash));
      await delMany(
        all.map(([hash]) => hash).filter((hash) => !hashes.has(hash)),
        store,
      );
      return good.map(([, { query }]) => query);
    }),
  drop: (queries: readonly PersistedQuery[]): Promise<void> =>
    within(person, (store) =>
      delMany(
        queries.map(({ queryHash }) => queryHash),
        store,
      ),
    ),
  write: (queries: readonly PersistedQuery[]): Promise<void> =>
    within(person, async (store) => {
      const all = queries.map((query): Entry => [query.queryHash, { shape: SHAPE, query }]);
      if (cacheOwner() === person) await setMany(all, store);
    }),
  remove: () => remove(`${PREFIX}${person}`),
});

/** Deletes the owner's database and, where the browser can list databases, all others. */
export async function wipeDevice(owner: string | null): Promise<void> {
  const names = new Set(owner === null ? [] : [`${PREFIX}${owner}`]);
  const listed = 'databases' in indexedDB ? await indexedDB.databases().catch(() => []) : [];
  for (const { name } of listed) if (name?.startsWith(PREFIX)) names.add(name);
  await Promise.all([...names].map(remove));
}
