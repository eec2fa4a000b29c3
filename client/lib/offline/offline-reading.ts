import type { QueryClient } from '@tanstack/react-query';
import { keptFor } from './owner.ts';
import type { IsAsAgreed } from './readable-offline.ts';

// Loaded only if a user is or was signed in on this browser.
const reading = () => import('./keep-readable.ts');

/** Fills the cache with persisted data; resolves within a time limit even if the storage hangs. */
export async function restoreOfflineReading(client: QueryClient, loadShapes: () => Promise<IsAsAgreed>): Promise<void> {
  const person = keptFor();
  if (person === null) return;
  const [{ restoreReadable }, isAsAgreed] = await Promise.all([reading(), loadShapes()]);
  await restoreReadable(client, person, isAsAgreed);
}

export async function wipeOfflineReading(): Promise<void> {
  if (keptFor() === null) return;
  const { wipeReadable } = await reading();
  await wipeReadable();
}
