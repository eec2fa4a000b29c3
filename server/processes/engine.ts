import type { Env } from '../env.ts';
import { systemClock } from '../lib/clock.ts';
import { closable, type Closers } from '../lib/closers.ts';
import { createLog } from '../lib/log.ts';
import { statusSite } from '../metrics/status.routes.ts';
import { createEngines } from './wiring/engines.ts';
import { openExchanges } from './wiring/exchanges.ts';
import type { Settings } from './wiring/data.ts';
import { openFoundation } from './wiring/foundation.ts';
import { reachPaperExchange } from './wiring/remote-paper.ts';
import { createReadiness } from './wiring/readiness.ts';
import type { Process } from './serve.ts';
import { createSlices, startSlices } from './wiring/slices.ts';

async function build(settings: Settings, closing: Closers) {
  const foundation = await openFoundation(settings, closing);
  const paper = await reachPaperExchange(foundation);
  const exchanges = await openExchanges(foundation, closing, paper?.addresses);
  const slices = createSlices(foundation, { exchanges, streams: true });
  const engines = createEngines(foundation, slices);
  await startSlices({ foundation, streams: true }, slices, closing);
  await engines.start(closing);
  const readiness = createReadiness({ data: foundation.data, exchanges, engines: engines.isReady });
  return { ...settings, hub: null, app: statusSite({ ...settings, metrics: foundation.metrics, readiness }) };
}

/** Orders' streams, alerts and deliveries; pages and calls are served by other processes. */
export async function start(env: Env): Promise<Process> {
  const log = createLog(env.LOG_LEVEL);
  return closable(log, (closing) => build({ env, log, clock: systemClock }, closing));
}
