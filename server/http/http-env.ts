import type { HttpBindings } from '@hono/node-server';
import type { TokenScope } from '#contracts/rules/token-scopes.ts';

/** The signed-in user of a request. */
export interface Person {
  userId: string;
  sessionId: string;
  email: string;
  username: string;
  telegram: string;
  iconIdx: number;
  /** Identity confirmed within the last five minutes. */
  confirmed: boolean;
  /** The e-mail address is verified. */
  proven: boolean;
  /** When a requested removal of two-factor takes effect; null without a request. */
  twoFactorEndsAt: number | null;
}

/** An API token that calls. */
export interface Bearer {
  name: string;
  scopes: readonly TokenScope[];
  person: Person;
  /** Writes the use down, also one that is refused. */
  note: (call: string, allowed: boolean) => Promise<void>;
}

/** Passed from middleware to routes with each request. */
export interface HttpEnv {
  Bindings: HttpBindings;
  /** `person` by a session only, so that what does not know tokens takes none. */
  Variables: { person: Person | null; bearer?: Bearer };
}
