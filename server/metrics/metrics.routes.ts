import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { isLoopback } from '../lib/network-of.ts';
import type { Site } from '../http/serve.ts';
import { Refusal } from '../lib/errors.ts';
import { tokenHash } from '../lib/token.ts';
import type { Metrics } from './index.ts';

export interface MetricsAccess {
  metrics: Pick<Metrics, 'registry'>;
  /** Without a token only this machine may read. */
  token: string | undefined;
  trustProxy: boolean;
}

const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Behind an untrusted proxy every client seems to be on this machine. */
function isLocal(c: Context<HttpEnv>, trustProxy: boolean): boolean {
  const passedOn = c.req.header('x-forwarded-for') ?? c.req.header('forwarded') ?? c.req.header('x-real-ip');
  if (passedOn !== undefined && !trustProxy) return false;
  // S-57: DNS rebinding makes this machine's browser send requests here, but under another host name.
  return OWN_HOST.test(c.req.header('host') ?? '') && isLoopback(clientAddress(c, trustProxy));
}

const isToken = (given: string | undefined, token: string): boolean =>
  timingSafeEqual(tokenHash(given ?? ''), tokenHash(`Bearer ${token}`));

export function metricsRoutes(site: Site, { metrics: { registry }, token, trustProxy }: MetricsAccess): void {
  site.get('/metrics', async (c) => {
    const may = token ? isToken(c.req.header('authorization'), token) : isLocal(c, trustProxy);
    if (!may) throw new Refusal('not-found', 'There is nothing at this address.');
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
}
