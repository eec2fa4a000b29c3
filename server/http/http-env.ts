import type { HttpBindings } from '@hono/node-server';
import type { Person } from '../features/accounts/index.ts';

/** What a request carries through the middleware. */
export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: { person: Person | null };
}
