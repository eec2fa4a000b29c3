import type { HttpBindings } from '@hono/node-server';

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

/** Passed from middleware to routes with each request. */
export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: { person: Person | null };
}
