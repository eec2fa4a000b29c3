import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import type { HttpEnv } from '../http/http-env.ts';
import type { Site } from '../http/serve.ts';
import { Refusal } from '../lib/errors.ts';
import { tokenHash } from '../lib/token.ts';
import type { Metrics } from './index.ts';

interface Needs {
  metrics: Pick<Metrics, 'registry'>;
  /** Without one, only the machine itself may read. */
  token: string | undefined;
  trustProxy: boolean;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** A proxy in front that is not trusted makes everybody look as if on this machine. */
function isHere(c: Context<HttpEnv>, trustProxy: boolean): boolean {
  const passedOn = c.req.header('x-forwarded-for') ?? c.req.header('forwarded') ?? c.req.header('x-real-ip');
  if (passedOn !== undefined && !trustProxy) return false;
  return LOOPBACK.test(clientAddress(c, trustProxy));
}

const isToken = (given: string | undefined, token: string): boolean =>
  timingSafeEqual(tokenHash(given ?? ''), tokenHash(`Bearer ${token}`));

export function metricsRoutes(site: Site, { metrics: { registry }, token, trustProxy }: Needs): void {
  site.get('/metrics', async (c) => {
    const may = token ? isToken(c.req.header('authorization'), token) : isHere(c, trustProxy);
    if (!may) throw new Refusal('not-found', 'There is nothing at this address.');
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
}
