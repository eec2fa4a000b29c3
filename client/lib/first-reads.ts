import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * TanStack Query does not fetch a query again at an invalidation while its first fetch is under way, though the answer may
 * be older than the change. This fetches such a query once more after its first fetch, for the life of the client.
 */
export function repeatFirstReads(client: QueryClient): void {
  const outdated = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isFirstRead = query.state.data === undefined && query.state.fetchStatus !== 'idle';
    if (action.type === 'invalidate' && isFirstRead) outdated.add(query);
    if (action.type === 'success' && outdated.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
