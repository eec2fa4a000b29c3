import { createApp } from '../app.ts';
import type { Env } from '../env.ts';
import { openDonations } from '../features/donations/index.ts';
import { systemClock } from '../lib/clock.ts';
import { closable, type Closers } from '../lib/closers.ts';
import { createLog } from '../lib/log.ts';
import { createEngines } from './wiring/engines.ts';
import { openExchanges } from './wiring/exchanges.ts';
import type { Settings } from './wiring/data.ts';
import { openFoundation } from './wiring/foundation.ts';
import { createReadiness } from './wiring/readiness.ts';
import type { Process } from './serve.ts';
import { closeWithSite, createSite } from './wiring/site.ts';
import { createSlices, startSlices } from './wiring/slices.ts';

async function build(settings: Settings, closing: Closers) {
  const { env } = settings;
  const donations = openDonations(env.DONATIONS_FILE);
  const foundation = await openFoundation(settings, closing);
  const paper =
    env.EXCHANGE_MODE === 'paper'
      ? await (await import('./wiring/paper-exchange.ts')).openPaperExchange(foundation, closing)
      : null;
  const exchanges = await openExchanges(foundation, closing, paper?.addresses);
  const slices = createSlices(foundation, { exchanges, streams: true });
  const engines = createEngines(foundation, slices);
  const readiness = createReadiness({ data: foundation.data, exchanges, engines: engines.isReady });
  const site = createSite(foundation, slices, {
    donations,
    paper: paper?.exchange ?? null,
    readiness,
    engine: engines.orders,
  });
  await startSlices({ foundation, streams: true }, slices, closing);
  closeWithSite(site, closing);
  await engines.start(closing);
  return { ...site, ...engines.running, paperControlUrl: paper?.controlUrl ?? null };
}

/** The whole site in one process, without its port. */
export const openAll = (env: Env, log = createLog(env.LOG_LEVEL), clock = systemClock) =>
  closable(log, (closing) => build({ env, log, clock }, closing));

export async function start(env: Env): Promise<Process> {
  const deps = await openAll(env);
  return { ...deps, app: createApp(deps) };
}
