import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { trader } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { openDatabase } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { createLog } from '../../lib/log.ts';

let dataDir: string;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let site: TestSite;

// A PostgreSQL of its own: the setting is the whole server's, and other tests trade.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-fsync-'));
  await chmod(dataDir, 0o755);
  embedded = await startEmbedded({ dataDir, log: createLog('silent') });
  const database = openDatabase(embedded.url, { max: 2 });
  await migrateDatabase(database, process.cwd());
  await database.sql`alter system set fsync = off`;
  await database.sql`select pg_reload_conf()`;
  await vi.waitFor(async () => expect(await database.sql`show fsync`).toEqual([{ fsync: 'off' }]), { timeout: 30_000 });
  await database.close();
  site = await testSite({ DATABASE_URL: embedded.url });
});
afterAll(async () => {
  await site.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('E-01: with fsync off the server says so, is not ready, and places no order', async () => {
  expect(site.logged()).toContain('"fsync":"off"');
  const who = await trader(site);
  expect((await who.get('/readyz')).status).toBe(503);
  const refused = await who.buy({ price: 0.5 });
  expect(refused.status).toBe(503);
  expect(refused.body.error).toMatch(/^Trading is off: the database runs with fsync off/);
  expect((await who.rows()).content).toEqual({});
});
