import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const confirmIdentity = endpoint({
  method: 'post',
  path: '/api/user/confirm',
  summary: 'Prove anew who you are; calls that ask for it are then answered for five minutes',
  access: 'person',
  json: z.strictObject({
    password: z.string().check(z.maxLength(1024, 'At most 1024 characters.')),
  }),
  response: z.object({ confirmed: z.literal(true) }),
});
