import type { DehydratedState } from '@tanstack/react-query';
import { createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval';
import { keptFor } from './owner.ts';

const PREFIX = 'rq-';
const STORE = 'q';

/** Raised whenever the data of a query that is readable offline takes another shape. */
const SHAPE = 1;

export type KeptQuery = DehydratedState['queries'][number];
type Entry = [hash: string, kept: { shape: number; query: KeptQuery }];

/** Closed after each use: an open connection in another tab would hold up the wiping. */
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

/** Another version may have left anything. */
const isRecent = (kept: Partial<Entry[1]> | undefined, since: number): boolean =>
  kept?.shape === SHAPE && (kept.query?.state?.dataUpdatedAt ?? 0) > since;

/** A database of each person's own, with an entry for each query: no tab writes over what another one read. */
export const deviceStore = (person: string) => ({
  /** Those that were read since (epoch ms); the others are thrown away. */
  read: (since: number): Promise<KeptQuery[]> =>
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
  drop: (queries: readonly KeptQuery[]): Promise<void> =>
    within(person, (store) =>
      delMany(
        queries.map(({ queryHash }) => queryHash),
        store,
      ),
    ),
  write: (queries: readonly KeptQuery[]): Promise<void> =>
    within(person, async (store) => {
      const all = queries.map((query): Entry => [query.queryHash, { shape: SHAPE, query }]);
      if (keptFor() === person) await setMany(all, store);
    }),
  remove: () => remove(`${PREFIX}${person}`),
});

/** Of this owner and, where the browser lists its databases, of everybody else. */
export async function wipeDevice(owner: string | null): Promise<void> {
  const names = new Set(owner === null ? [] : [`${PREFIX}${owner}`]);
  const listed = 'databases' in indexedDB ? await indexedDB.databases().catch(() => []) : [];
  for (const { name } of listed) if (name?.startsWith(PREFIX)) names.add(name);
  await Promise.all([...names].map(remove));
}
