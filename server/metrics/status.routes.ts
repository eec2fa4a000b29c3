import { Hono } from 'hono';
import type * as z from 'zod/mini';
import { getHealth, getReadiness } from '#contracts/site.ts';
import type { Env } from '../env.ts';
import { headers, readableAddress } from '../http/guards.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { onError } from '../http/on-error.ts';
import { requestLog } from '../http/request-log.ts';
import { serve, type Site } from '../http/serve.ts';
import type { Clock } from '../lib/clock.ts';
import { Refusal } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type MetricsAccess, metricsRoutes } from './metrics.routes.ts';

interface StatusDeps extends Pick<MetricsAccess, 'metrics'> {
  env: Pick<Env, 'METRICS_TOKEN' | 'TRUST_PROXY' | 'publicUrl'>;
  readiness: () => Promise<Omit<z.output<(typeof getReadiness)['response']>, 'ready'>>;
}

/** What an operator's tools ask of every process. */
export function statusRoutes(site: Site, { env, metrics, readiness }: StatusDeps): void {
  serve(site, getHealth, async () => ({ status: 'ok' as const }));
  serve(site, getReadiness, async ({ c }) => {
    const { checks, ...also } = await readiness();
    const ready = Object.values(checks).every(Boolean);
    c.status(ready ? 200 : 503);
    return { ready, checks, ...also };
  });
  metricsRoutes(site, { metrics, token: env.METRICS_TOKEN, trustProxy: env.TRUST_PROXY });
}

/** All that a process without pages answers. */
export function statusSite({ log, clock, ...deps }: StatusDeps & { log: Log; clock: Clock }): Site {
  const site: Site = new Hono<HttpEnv>({ strict: true });
  site.onError(onError(log));
  site.use(requestLog({ log, clock, trustProxy: deps.env.TRUST_PROXY }), headers(deps.env.publicUrl), readableAddress);
  statusRoutes(site, deps);
  site.notFound(() => {
    throw new Refusal('not-found', 'There is nothing at this address.');
  });
  return site;
}
