import type { Query, QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/query-persist-client-core';
import { asText, fromText } from './as-text.ts';
import { deviceStore, wipeDevice } from './device-store.ts';
import { disown, keepFor, keptFor } from './owner.ts';
import { KEPT_MS } from './readable-offline.ts';

/** Raised whenever the data of a query that is readable offline takes another shape. */
const SHAPE = '1';
const SAVE_AFTER_MS = 1000;
const PATIENCE_MS = 2000;

const isKept = ({ meta, state }: Query): boolean =>
  meta?.['offline'] === true && state.data !== undefined && Date.now() - state.dataUpdatedAt < KEPT_MS;

/** Storage that is broken, blocked or slow costs what was kept, never the page. */
async function patiently(work: Promise<unknown>): Promise<void> {
  const given = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([work.catch(() => undefined), given]);
}

/** Before the first render. */
export async function restoreReadable(queryClient: QueryClient, person: string): Promise<void> {
  await patiently(
    persistQueryClientRestore({
      queryClient,
      persister: deviceStore(person),
      buster: SHAPE,
      maxAge: KEPT_MS,
      hydrateOptions: { defaultOptions: { queries: { gcTime: KEPT_MS }, deserializeData: fromText } },
    }),
  );
  // However young, it is read again as soon as a screen shows it.
  await queryClient.invalidateQueries({ refetchType: 'none' });
}

let saving: Promise<unknown> = Promise.resolve();
let stop = (): void => {};

/** What this person reads is kept on the device until they are signed out. Returns the way to stop. */
export function keepReadable(queryClient: QueryClient, person: string): () => void {
  stop();
  if (keptFor() !== person) saving = saving.then(() => wipeDevice(disown())).then(() => keepFor(person));
  const options = {
    queryClient,
    persister: deviceStore(person),
    buster: SHAPE,
    dehydrateOptions: { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false, serializeData: asText },
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(() => persistQueryClientSave(options)).catch(() => undefined);
  };
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  // A phone may end a hidden page without a word.
  const saveIfHidden = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') save();
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if ((type === 'updated' || type === 'removed') && query.meta?.['offline'] === true) saveSoon();
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
