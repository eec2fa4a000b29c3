import { createApp } from '../app.ts';
import type { Env } from '../env.ts';
import { openDonations } from '../features/donations/index.ts';
import { remoteEngine } from '../features/orders/index.ts';
import { systemClock } from '../lib/clock.ts';
import { closable, type Closers } from '../lib/closers.ts';
import { createLog } from '../lib/log.ts';
import { openExchanges } from './wiring/exchanges.ts';
import type { Settings } from './wiring/data.ts';
import { openFoundation } from './wiring/foundation.ts';
import { reachPaperExchange } from './wiring/remote-paper.ts';
import { createReadiness } from './wiring/readiness.ts';
import type { Process } from './serve.ts';
import { closeWithSite, createSite } from './wiring/site.ts';
import { createSlices, startSlices } from './wiring/slices.ts';

async function build(settings: Settings, closing: Closers) {
  const donations = openDonations(settings.env.DONATIONS_FILE);
  const foundation = await openFoundation(settings, closing);
  const paper = await reachPaperExchange(foundation);
  const exchanges = await openExchanges(foundation, closing, paper?.addresses);
  const slices = createSlices(foundation, { exchanges, streams: false });
  const readiness = createReadiness({ data: foundation.data, exchanges, engines: null });
  const engine = remoteEngine(foundation);
  closing.add('orders', async () => engine.stop());
  const site = createSite(foundation, slices, { donations, paper: paper?.exchange ?? null, readiness, engine });
  await startSlices({ foundation, streams: false }, slices, closing);
  closeWithSite(site, closing);
  return site;
}

/** Pages, calls and the live channel; engines run in other processes. */
export async function start(env: Env): Promise<Process> {
  const log = createLog(env.LOG_LEVEL);
  const site = await closable(log, (closing) => build({ env, log, clock: systemClock }, closing));
  return { ...site, app: createApp(site) };
}
