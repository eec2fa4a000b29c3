import type { PersistedClient, Persister } from '@tanstack/query-persist-client-core';
import { createStore, get, set, type UseStore } from 'idb-keyval';
import { keptFor } from './owner.ts';

const PREFIX = 'rq-';
const STORE = 'q';
const ENTRY = 'client';

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

/** One database per person. */
export const deviceStore = (person: string): Persister => ({
  restoreClient: () => within(person, (store) => get<PersistedClient>(ENTRY, store)),
  persistClient: (client) =>
    within(person, async (store) => {
      if (keptFor() === person) await set(ENTRY, client, store);
    }),
  removeClient: () => remove(`${PREFIX}${person}`),
});

/** Of this owner and, where the browser lists its databases, of everybody else. */
export async function wipeDevice(owner: string | null): Promise<void> {
  const names = new Set(owner === null ? [] : [`${PREFIX}${owner}`]);
  const listed = 'databases' in indexedDB ? await indexedDB.databases().catch(() => []) : [];
  for (const { name } of listed) if (name?.startsWith(PREFIX)) names.add(name);
  await Promise.all([...names].map(remove));
}
