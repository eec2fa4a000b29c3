import type { QueryClient } from '@tanstack/react-query';
import { cacheOwner } from './cache-owner.ts';
import type { MatchesContract } from './offline-options.ts';

// Loaded only if a user is or was signed in on this browser.
const reading = () => import('./persist-queries.ts');

/** Fills the cache with persisted data; resolves within a time limit even if the storage hangs. */
export async function restoreOfflineCache(
  client: QueryClient,
  loadShapes: () => Promise<MatchesContract>,
): Promise<void> {
  const person = cacheOwner();
  if (person === null) return;
  const [{ restoreQueries }, matchesContract] = await Promise.all([reading(), loadShapes()]);
  await restoreQueries(client, person, matchesContract);
}

export async function wipeOfflineCache(): Promise<void> {
  if (cacheOwner() === null) return;
  const { wipeQueries } = await reading();
  await wipeQueries();
}
