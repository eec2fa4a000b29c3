import type { QueryClient } from '@tanstack/react-query';
import { keysKey } from './keys.queries.ts';

export function readKeysAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keysKey });
}

/** The list is read at once, even where no screen shows it: it says which key is active. */
export function keysChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keysKey, exact: true, refetchType: 'all' });
  readKeysAgain(client);
}
