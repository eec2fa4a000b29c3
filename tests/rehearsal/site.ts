import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { createLog } from '../../server/lib/log.ts';
import { natsServer } from '../doubles/nats-server.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { freePort } from '../setup/process.ts';
import { openProxy } from './proxy.ts';
import { supervise } from './supervised.ts';

/** PostgreSQL, NATS, the paper exchange, two web processes behind a proxy and two engines, on one machine. */
export async function openManySite() {
  const folder = dataFolder();
  const embedded = await startEmbedded({ dataDir: folder.path, log: createLog('silent') });
  const database = openDatabase(embedded.url, { max: 4 });
  await migrateDatabase(database, process.cwd());
  const [nats, paperPort] = await Promise.all([natsServer({ monitored: true }), freePort()]);
  const shared = { DATABASE_URL: embedded.url, LOG_LEVEL: 'error' };
  const exchange = { PAPER_PORT: `${paperPort}`, PAPER_CONTROL: 'on', PAPER_WEIGHT: '1000000' };
  // PostgreSQL names the process behind each connection by PGAPPNAME.
  const start = (name: string, variables: Record<string, string>) =>
    supervise(name, folder.path, { ...variables, PGAPPNAME: name });
  const paper = await start('paper', { ...shared, ...exchange, ROLE: 'paper' });
  const paperUrl = `http://127.0.0.1:${paperPort}`;
  const others = {
    ...shared,
    NATS_URL: nats.url,
    PAPER_URL: paperUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const [webs, engines] = await Promise.all(
    ['web', 'engine'].map((ROLE) => Promise.all([1, 2].map((nth) => start(`${ROLE}-${nth}`, { ...others, ROLE })))),
  );
  if (!webs || !engines) throw new Error('They have started.');
  const proxy = await openProxy(webs.map(({ port }) => port));
  return {
    url: proxy.url,
    db: database.db,
    sql: database.sql,
    postgresPid: embedded.pid,
    nats,
    paper,
    paperUrl,
    webs,
    engines,
    /** One trade at this price; false while the paper exchange is down. */
    async setPrice(symbol: string, price: string): Promise<boolean> {
      const control = readFileSync(join(paper.dataDir, 'paper-control.url'), 'utf8').trim();
      const init = { method: 'POST', body: JSON.stringify({ symbol, price }) };
      const answer = await fetch(`${control}/control/price`, init).catch(() => null);
      return answer?.ok === true;
    },
    /** Once the paper exchange answers. */
    async paperAnswers(): Promise<void> {
      while (!(await fetch(`${paperUrl}/api/v3/ping`).catch(() => null))?.ok) await sleep(50);
    },
    async close(): Promise<void> {
      await proxy.close();
      await Promise.all([...webs, ...engines].map((each) => each.stop()));
      await paper.stop();
      await nats.stop();
      await database.close();
      await embedded.stop();
      folder.remove();
    },
  };
}
export type ManySite = Awaited<ReturnType<typeof openManySite>>;
