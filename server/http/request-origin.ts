import type { Context, MiddlewareHandler } from 'hono';
import { deviceName } from '../lib/device-name.ts';
import { withRequestContextOf, type RequestContext } from '../lib/request-context.ts';
import { clientAddress } from './client-address.ts';
import type { HttpEnv } from './http-env.ts';

export const requestContext = (c: Context<HttpEnv>, trustProxy: boolean): RequestContext => ({
  device: c.var.bearer ? `API token “${c.var.bearer.name}”` : deviceName(c.req.header('user-agent') ?? ''),
  address: clientAddress(c, trustProxy),
});

/** S-07, S-47: makes the origin of the request available to everything that it causes to be recorded. */
export const withRequestContext =
  (trustProxy: boolean): MiddlewareHandler<HttpEnv> =>
  (c, next) =>
    withRequestContextOf(() => requestContext(c, trustProxy), next);
