import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { asText } from './as-text.ts';
import { deviceStore, wipeDevice } from './device-store.ts';
import { disown, keepFor, keptFor } from './owner.ts';
import { type IsAsAgreed, KEPT_MS } from './readable-offline.ts';
import { restored } from './restored.ts';

const SAVE_AFTER_MS = 500;
const PATIENCE_MS = 2000;

/** Storage that is broken, blocked or slow costs what was kept, never the page. */
async function patiently(work: Promise<unknown>): Promise<void> {
  const given = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([work.catch(() => undefined), given]);
}

async function restore(client: QueryClient, person: string, isAsAgreed: IsAsAgreed): Promise<void> {
  const store = deviceStore(person);
  try {
    const kept = await store.read(Date.now() - KEPT_MS);
    const queries = kept.flatMap((entry) => restored(entry, isAsAgreed) ?? []);
    hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: KEPT_MS } } });
    await store.drop(kept.filter((entry) => !queries.some(({ queryHash }) => queryHash === entry.queryHash)));
  } catch {
    await store.remove();
  }
}

/** Before the first render. Whatever another version kept in another shape is dropped, and read again. */
export async function restoreReadable(client: QueryClient, person: string, isAsAgreed: IsAsAgreed): Promise<void> {
  await patiently(restore(client, person, isAsAgreed));
  // However young, it is read again as soon as a screen shows it.
  await client.invalidateQueries({ refetchType: 'none' });
}

const isKept = ({ meta, state }: Query): boolean => meta?.['offline'] === true && state.data !== undefined;

let saving: Promise<unknown> = Promise.resolve();
let stop = (): void => {};

/** What this person reads is kept on the device until they are signed out. Returns the way to stop. */
export function keepReadable(client: QueryClient, person: string): () => void {
  stop();
  if (keptFor() !== person) saving = saving.then(() => wipeDevice(disown())).then(() => keepFor(person));
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
      serializeData: asText,
    });
    changed.clear();
    saving = saving.then(() => store.write(queries)).catch(() => undefined);
  };
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  // A phone may end a hidden page without a word.
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

/** The session is over: not a byte stays. */
export async function wipeReadable(): Promise<void> {
  stop();
  const owner = disown();
  await patiently(saving.then(() => wipeDevice(owner)));
}
