import type { Context } from 'hono';
import { deviceName } from '../lib/device-name.ts';
import type { Whence } from '../lib/whence.ts';
import { clientAddress } from './client-address.ts';
import type { HttpEnv } from './http-env.ts';

export const whence = (c: Context<HttpEnv>, trustProxy: boolean): Whence => ({
  device: deviceName(c.req.header('user-agent') ?? ''),
  address: clientAddress(c, trustProxy),
});
