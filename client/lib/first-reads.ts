import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * An invalidation does not repeat a read that is still the first of its query, though what is on its way may be older
 * than the change. Such a query is read once more when its first read has ended. Ends with the client.
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
