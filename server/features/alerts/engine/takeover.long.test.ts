import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceFeed } from '../../../../tests/doubles/price-feed.ts';
import type { SentTrade, ToEngine } from '../../../../tests/factories/engine-process.ts';
import { alertOwner, alertServer } from '../../../../tests/factories/watched-alerts.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { until } from '../../../../tests/setup/until.ts';

const PAIRS = Array.from({ length: 12 }, (_, index) => `S${index}USDT`);
const PATIENCE = { timeout: 60_000, interval: 100 };

let database: Awaited<ReturnType<typeof testDatabase>>;
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-takeover-'));
const running: ChildProcess[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  for (const engine of running) engine.kill('SIGKILL');
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const notify = (engine: ChildProcess, message: ToEngine) => engine.connected && engine.send(message, () => {});

async function ask(engine: ChildProcess, kind: 'size' | 'stop'): Promise<unknown> {
  notify(engine, { kind, trades: [] });
  const [answer] = (await once(engine, 'message')) as unknown[];
  return answer;
}

const history: SentTrade[] = [];
function trade(price: string, time = Date.now()): void {
  const trades = PAIRS.map((symbol) => ({ symbol, price, time }));
  history.push(...trades);
  for (const engine of running) notify(engine, { kind: 'trades', trades });
}

async function startEngine(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../../../tests/factories/engine-process.ts');
  const args = [database.url, dataDir, 'localhost', PAIRS.join(), 'shared'];
  const engine = fork(script, args, { env: { PATH: process.env['PATH'] }, execArgv: [] });
  notify(engine, { kind: 'history', trades: history });
  expect(await Promise.race([once(engine, 'message'), once(engine, 'exit')])).toEqual(['ready', undefined]);
  running.push(engine);
  return engine;
}

async function addAlerts() {
  const server = alertServer({ database, dataDir }, { clock: Date.now, feed: priceFeed(PAIRS) });
  const owner = await alertOwner(server, { database, dataDir });
  for (const price of ['0.53', '0.55'])
    for (const symbol of PAIRS) await owner.add(price, { symbol: symbol.toLowerCase().replace('usdt', '_usdt') });
  return owner;
}

it('A-14, F-25, F-29: the pairs of one that is killed and of one that hangs fire at the third, late and once', async () => {
  const ada = await addAlerts();
  trade('0.52');
  const [killed, stopped, third] = await Promise.all([startEngine(), startEngine(), startEngine()]);
  const leases = () => database.sql`select name from leases where scope = 'alert-engines'`;
  expect(await leases()).toHaveLength(3);
  await until(async () => {
    const sizes = [await ask(killed, 'size'), await ask(stopped, 'size'), await ask(third, 'size')].map(Number);
    expect([Math.min(...sizes) > 0, sizes.reduce((sum, size) => sum + size)]).toEqual([true, 2 * PAIRS.length]);
  }, PATIENCE);
  // What follows comes in the second that the two have evaluated last, which no candle can tell apart.
  const from = Math.floor(Date.now() / 1_000) * 1_000;
  trade('0.52', from);
  const marks = () => database.sql`select symbol from price_watermarks where evaluated_at >= ${from}`;
  await until(async () => expect(await marks()).toHaveLength(PAIRS.length), PATIENCE);
  killed.kill('SIGKILL');
  stopped.kill('SIGSTOP');
  trade('0.54', from + 500);
  trade('0.521', from + 600);
  // As though seven of the nine seconds had gone by.
  await database.sql`update leases set expires_at = expires_at - 7000`;
  await until(async () => expect(await ada.firings()).toHaveLength(PAIRS.length), PATIENCE);
  expect((await ada.firings()).filter(({ late }) => late).length).toBeGreaterThan(0);

  // It reads what it missed now, and shares again.
  stopped.kill('SIGCONT');
  trade('0.56');
  await until(async () => expect(await ada.firings()).toHaveLength(2 * PAIRS.length), PATIENCE);
  for (const engine of [stopped, third]) {
    expect(await ask(engine, 'stop')).toBe('stopped');
  }
  const fired = await ada.firings();
  expect(new Set(fired.map(({ alertId }) => alertId)).size).toBe(2 * PAIRS.length);
  expect(fired).toHaveLength(2 * PAIRS.length);
  expect(await leases()).toHaveLength(1);
});
