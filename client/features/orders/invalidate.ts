import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const AGAIN_MS = 500;

/** By client and query: whether it was asked for since it was last read again. */
const recent = new WeakMap<QueryClient, Map<string, { asked: boolean }>>();

/** At once; however many messages come together, twice a second at most, the last of them included. */
export function invalidate(client: QueryClient, of: { queryKey: QueryKey; exact?: boolean }): void {
  const queries = recent.get(client) ?? new Map<string, { asked: boolean }>();
  recent.set(client, queries);
  const hash = hashKey(of.queryKey);
  const last = queries.get(hash);
  if (last) {
    last.asked = true;
    return;
  }
  const reading = { asked: false };
  queries.set(hash, reading);
  void client.invalidateQueries(of);
  setTimeout(() => {
    queries.delete(hash);
    if (reading.asked) invalidate(client, of);
  }, AGAIN_MS);
}
