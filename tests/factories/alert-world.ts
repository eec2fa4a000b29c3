import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { testDatabase } from '../setup/database.ts';
import { until } from '../setup/until.ts';
import { alertOwner, alertServer, START, type AlertServer, type Ground, type Shared } from './watched-alerts.ts';

const PROBE: readonly [string, string, string] = ['998', '999', '1000'];

/** Alert engines over one database for a test file, and a time that its tests move. */
export function alertWorld() {
  let database: Ground['database'];
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-alerts-'));
  const time = { now: START };
  const running: AlertServer[] = [];
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    // A day of its own for each test: what another one left behind is older.
    time.now = Math.ceil((time.now + 86_400_000) / 1_000) * 1_000;
    await database.sql`truncate alerts, firings, price_watermarks, leases, deliveries, listed_pairs, listing_changes`;
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await stop(server);
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const ground = (): Ground => ({ database, dataDir });
  async function stop({ engine, deliveries }: AlertServer): Promise<void> {
    await engine.stop();
    await deliveries.stop();
  }
  async function begin(server: AlertServer): Promise<AlertServer> {
    server.engine.start();
    server.deliveries.start();
    await until(() => expect(server.engine.ready()).toBe(true));
    return server;
  }
  const owner = (server: AlertServer) => alertOwner(server, ground());
  /** Prices, a second apart. */
  function prices({ feed }: Pick<AlertServer, 'feed'>, ...texts: string[]): void {
    for (const text of texts) {
      time.now += 1_000;
      feed.trade('XRPUSDT', text, time.now);
    }
  }
  /** A server that does not run yet; `on` is another way to the database. */
  function make(shared: Partial<Shared> = {}, on = ground()): AlertServer {
    const server = alertServer(on, { ...shared, clock: () => time.now });
    running.push(server);
    return server;
  }
  /** Until the engine has taken what was changed: a price that only an alert of this test crosses tells. */
  async function known(server: AlertServer, [under, level, over] = PROBE): Promise<void> {
    const probe = await owner(server);
    await probe.add(level);
    await until(async () => {
      prices(server, under, over);
      expect(await probe.firings()).toHaveLength(1);
    });
  }
  const start = (shared: Partial<Shared> = {}) => begin(make(shared));
  return { time, ground, make, begin, start, stop, owner, prices, known };
}
