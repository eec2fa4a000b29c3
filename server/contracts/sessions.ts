import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A browser that is signed in. Times are UTC epoch ms. */
export const Session = z.object({
  id: z.uuid(),
  /** In words: 'Chrome on Android'. */
  device: z.string(),
  address: z.string(),
  signedInAt: z.number(),
  usedAt: z.number(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

const PATH = '/api/user/sessions';
const ended = z.object({ ended: z.number() });

export const listSessions = endpoint({
  method: 'get',
  path: PATH,
  summary: 'Where the account is signed in, the latest used first',
  access: 'person',
  response: z.object({ sessions: z.array(Session) }),
});

export const endSession = endpoint({
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Sign one browser out',
  access: 'person',
  params: z.object({ id: z.uuid() }),
  response: ended,
});

export const endOtherSessions = endpoint({
  method: 'delete',
  path: PATH,
  summary: 'Sign every browser out but this one, and remove every API token',
  access: 'person',
  response: ended,
});
