import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const AGAIN_MS = 500;

/** By client and query: whether it was requested again since the last fetch. */
const recent = new WeakMap<QueryClient, Map<string, { requested: boolean }>>();

/** Invalidates at once, then at most twice a second, including the last request. */
export function invalidate(client: QueryClient, of: { queryKey: QueryKey; exact?: boolean }): void {
  const queries = recent.get(client) ?? new Map<string, { requested: boolean }>();
  recent.set(client, queries);
  const hash = hashKey(of.queryKey);
  const last = queries.get(hash);
  if (last) {
    last.requested = true;
    return;
  }
  const reading = { requested: false };
  queries.set(hash, reading);
  void client.invalidateQueries(of);
  setTimeout(() => {
    queries.delete(hash);
    if (reading.requested) invalidate(client, of);
  }, AGAIN_MS);
}
