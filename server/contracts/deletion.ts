import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const deleteAccount = endpoint({
  method: 'delete',
  path: '/api/user',
  summary: 'Delete the account and everything that is kept of it',
  access: 'person',
  json: z.strictObject({
    /** Left out by an account without one, which proves itself by a fresh confirmation. */
    password: z.optional(z.string().check(z.maxLength(1024, 'At most 1024 characters.'))),
    /** Whether open orders are cancelled on the exchanges; otherwise they stay there. */
    cancelOrders: z._default(z.boolean(), false),
  }),
  response: z.object({ deleted: z.literal(true) }),
});
