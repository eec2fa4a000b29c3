import type { QueryClient } from '@tanstack/react-query';
import { keysKey } from './keys.queries.ts';

export function readKeysAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keysKey });
}
