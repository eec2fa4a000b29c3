import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { serialize } from './serialize.ts';
import { deviceStore, wipeDevice } from './device-store.ts';
import { clearCacheOwner, setCacheOwner, cacheOwner } from './cache-owner.ts';
import { type MatchesContract, MAX_AGE_MS } from './offline-options.ts';
import { validEntry } from './valid-entry.ts';

const SAVE_AFTER_MS = 500;
const TIMEOUT_MS = 2000;

/** Broken, blocked or slow storage must not block the page. */
async function patiently(work: Promise<unknown>): Promise<void> {
  const given = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([work.catch(() => undefined), given]);
}

async function restore(client: QueryClient, person: string, matchesContract: MatchesContract): Promise<void> {
  const store = deviceStore(person);
  try {
    const kept = await store.read(Date.now() - MAX_AGE_MS);
    const queries = kept.flatMap((entry) => validEntry(entry, matchesContract) ?? []);
    hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: MAX_AGE_MS } } });
    await store.drop(kept.filter((entry) => !queries.some(({ queryHash }) => queryHash === entry.queryHash)));
  } catch {
    await store.remove();
  }
}

/** Restores persisted queries before the first render; entries of another shape are dropped. */
export async function restoreQueries(
  client: QueryClient,
  person: string,
  matchesContract: MatchesContract,
): Promise<void> {
  await patiently(restore(client, person, matchesContract));
  // Marks everything stale, so that each query is refetched when a screen uses it.
  await client.invalidateQueries({ refetchType: 'none' });
}

const isKept = ({ meta, state }: Query): boolean => meta?.['offline'] === true && state.data !== undefined;

let saving: Promise<unknown> = Promise.resolve();
let stop = (): void => {};

/** Persists the user's queries until sign-out; returns the function to stop. */
export function persistQueries(client: QueryClient, person: string): () => void {
  stop();
  const former = cacheOwner();
  if (former !== person) {
    if (former !== null) clearCacheOwner();
    saving = saving.then(() => wipeDevice(former)).then(() => setCacheOwner(person));
  }
  const store = deviceStore(person);
  const cache = client.getQueryCache();
  const changed = new Set<Query>(cache.getAll().filter(isKept));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const { queries } = dehydrate(client, {
      shouldDehydrateQuery: (query) => changed.has(query),
      shouldDehydrateMutation: () => false,
      serializeData: serialize,
    });
    changed.clear();
    saving = saving.then(() => store.write(queries)).catch(() => undefined);
  };
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  // Mobile browsers may kill a hidden page without further events.
  const saveIfHidden = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') save();
  };
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKept(query)) return;
    changed.add(query);
    saveSoon();
  });
  document.addEventListener('visibilitychange', saveIfHidden);
  saveSoon();
  stop = () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', saveIfHidden);
  };
  return stop;
}

/** Deletes all persisted data when the session ends. */
export async function wipeQueries(): Promise<void> {
  stop();
  const owner = clearCacheOwner();
  await patiently(saving.then(() => wipeDevice(owner)));
}
