import type { Context } from 'hono';
import { deviceName } from '../lib/device-name.ts';
import { clientAddress } from './client-address.ts';
import type { HttpEnv } from './http-env.ts';

export interface Whence {
  device: string;
  address: string;
}

/** Where a call came from, as an audit event says it. */
export const whence = (c: Context<HttpEnv>, trustProxy: boolean): Whence => ({
  device: deviceName(c.req.header('user-agent') ?? ''),
  address: clientAddress(c, trustProxy),
});
