import type { QueryClient } from '@tanstack/react-query';
import { keysKey } from './keys.queries.ts';

export function invalidateKeys(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keysKey });
}

/** Refetched even if no screen shows the list, because it names the active key. */
export function keysChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keysKey, exact: true, refetchType: 'all' });
  invalidateKeys(client);
}
