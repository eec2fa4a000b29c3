import type { Env } from '../env.ts';
import { systemClock } from '../lib/clock.ts';
import { closable, type Closers } from '../lib/closers.ts';
import { createLog } from '../lib/log.ts';
import { statusSite } from '../metrics/status.routes.ts';
import { openData, type Settings } from './wiring/data.ts';
import { openPaperExchange } from './wiring/paper-exchange.ts';
import { createReadiness } from './wiring/readiness.ts';
import type { Process } from './serve.ts';

async function build(settings: Settings, closing: Closers) {
  const data = await openData(settings, closing);
  const { addresses } = await openPaperExchange({ ...settings, data }, closing);
  settings.log.info(addresses, 'the paper exchange listens');
  // It answers from here on until the process ends.
  const readiness = createReadiness({ data, exchanges: new Map([['binance', { ready: () => true }]]), engines: null });
  return { ...settings, hub: null, app: statusSite({ ...settings, metrics: data.metrics, readiness }) };
}

/** The paper exchange alone. */
export async function start(env: Env): Promise<Process> {
  const log = createLog(env.LOG_LEVEL);
  return closable(log, (closing) => build({ env, log, clock: systemClock }, closing));
}
