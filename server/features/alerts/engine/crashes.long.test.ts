import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushEndpoint, type PushEndpoint } from '../../../../tests/doubles/push-endpoint.ts';
import type { SentTrade, ToEngine } from '../../../../tests/factories/engine-process.ts';
import { alertOwner, alertServer } from '../../../../tests/factories/watched-alerts.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { until } from '../../../../tests/setup/until.ts';

/** ALERT_CRASHES=1000 for the long run. */
const ALERTS = Number(process.env['ALERT_CRASHES'] ?? 60);
const KILLS = Math.max(2, Math.ceil(ALERTS / 60));
const ENGINES = 3;
/** Of one person. */
const EACH = 40;
const TICKS_BETWEEN = 20;
const PATIENCE = { timeout: 300_000, interval: 200 };
const TYPES = ['PRICE_REACHES', 'PRICE_RISES_ABOVE', 'PRICE_DROPS_BELOW'] as const;

let database: Awaited<ReturnType<typeof testDatabase>>;
let service: PushEndpoint;
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-crashes-'));
const running: ChildProcess[] = [];
beforeAll(async () => {
  [database, service] = await Promise.all([testDatabase(), pushEndpoint()]);
});
afterAll(async () => {
  for (const engine of running) engine.kill('SIGKILL');
  await Promise.all([database.close(), service.close()]);
  rmSync(dataDir, { recursive: true });
});

const history: SentTrade[] = [];
const notify = (engine: ChildProcess, message: ToEngine) => engine.connected && engine.send(message, () => {});

async function startEngine(place: number): Promise<void> {
  const script = join(import.meta.dirname, '../../../../tests/factories/engine-process.ts');
  const engine = fork(script, [database.url, dataDir, service.host], {
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: service.certFile },
    execArgv: [],
  });
  running[place] = engine;
  notify(engine, { kind: 'history', trades: history });
  const [said] = await Promise.race([once(engine, 'message'), once(engine, 'exit')]);
  if (said !== 'ready') throw new Error('an engine did not start');
}

async function kill(place: number): Promise<void> {
  const engine = running[place];
  engine?.kill('SIGKILL');
  if (engine) await once(engine, 'exit');
}

function trade(price: string): void {
  const one = { symbol: 'XRPUSDT', price, time: Date.now() };
  history.push(one);
  for (const engine of running) notify(engine, { kind: 'trades', trades: [one] });
}

/** Of people with a browser each; their levels begin at 0.5000, a tick apart. */
async function addAlerts(): Promise<string[]> {
  const server = alertServer({ database, dataDir, pushHosts: [service.host] }, { clock: Date.now });
  const by = {
    renews: false,
    sessionId: null,
    mayAdd: true,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0',
  };
  const ids: string[] = [];
  while (ids.length < ALERTS) {
    const owner = await alertOwner(server, { database, dataDir });
    const browser = service.subscription(server.notifications.publicKey);
    expect(await server.notifications.subscribe(owner.userId, browser, by)).toMatchObject({ error: null });
    for (const end = Math.min(ALERTS, ids.length + EACH); ids.length < end;) {
      const type = TYPES[ids.length % 3] ?? 'PRICE_REACHES';
      ids.push((await owner.add((0.5 + ids.length / 10_000).toFixed(4), { type })).id);
    }
  }
  return ids;
}

it(`each crossing fires once and is told at least once, with ${ENGINES} engines and ${KILLS} kills (A-03, F-25)`, async () => {
  const ids = await addAlerts();
  const middle = 0.5 + ALERTS / 20_000 + 0.00005;
  trade(middle.toFixed(5));
  await Promise.all(Array.from({ length: ENGINES }, (_, place) => startEngine(place)));
  for (let turn = 0; turn < KILLS; turn += 1) {
    await kill(turn % ENGINES);
    const back = startEngine(turn % ENGINES);
    for (let tick = 0; tick < TICKS_BETWEEN; tick += 1) {
      // Wider and wider swings: every level is crossed upward and downward at last.
      const swing = (ALERTS / 20_000 + 0.0002) * ((turn * TICKS_BETWEEN + tick + 1) / (KILLS * TICKS_BETWEEN));
      trade((middle + (tick % 2 ? swing : -swing)).toFixed(5));
      await sleep(5);
    }
    await back;
  }
  for (const price of ['0.4', '0.9', '0.4']) trade(price);
  const fired = () => database.sql<{ id: string; alertId: string }[]>`select id, alert_id as "alertId" from firings`;
  await until(async () => expect(await fired()).toHaveLength(ALERTS), PATIENCE);
  const firings = await fired();
  const tags = () => new Set(service.received.map(({ message }) => message.notification['tag']));
  await until(() => expect(firings.filter(({ id }) => !tags().has(id))).toEqual([]), PATIENCE);
  // Nothing more comes: what is told twice carries the same tag.
  for (const price of ['0.9', '0.4']) trade(price);
  await sleep(1_000);
  expect((await fired()).map(({ alertId }) => alertId).toSorted()).toEqual(ids.toSorted());
  expect(tags().size).toBe(ALERTS);
}, 600_000);
