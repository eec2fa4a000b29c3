import { expect, it, onTestFinished, vi } from 'vitest';
import { alertWorld } from '../../../../../tests/factories/alert-world.ts';
import type { AlertServer } from '../../../../../tests/factories/watched-alerts.ts';
import { priceFeed } from '../../../../../tests/doubles/price-feed.ts';
import { until } from '../../../../../tests/setup/until.ts';
import { localBus } from '../../../../lib/bus.ts';
import { createLog } from '../../../../lib/log.ts';
import { EngineShare, ownerOf } from './engine-share.ts';

const PAIRS = Array.from({ length: 24 }, (_, index) => `S${index}USDT`);
const { time, ground, start, stop, owner } = alertWorld();

function trade({ feed }: AlertServer, price: string, symbols = PAIRS): void {
  time.now += 1_000;
  for (const symbol of symbols) feed.trade(symbol, price, time.now);
}
const sizes = (servers: readonly AlertServer[]) => servers.map(({ engine }) => engine.size);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
/** All have a part, and each alert is in one. */
const divided = (servers: readonly AlertServer[], alerts: number) =>
  until(() => {
    expect(sum(sizes(servers))).toBe(alerts);
    expect(Math.min(...sizes(servers))).toBeGreaterThan(0);
  });

async function addAlerts(server: AlertServer, prices: readonly string[]) {
  const ada = await owner(server);
  for (const price of prices)
    for (const symbol of PAIRS) await ada.add(price, { symbol: symbol.toLowerCase().replace('usdt', '_usdt') });
  return ada;
}

it('who comes or goes moves its own pairs alone, and all get about as many', () => {
  const pairs = Array.from({ length: 600 }, (_, index) => ({ market: 'binance', symbol: `S${index}USDT` }));
  const [three, two] = [
    ['a', 'b', 'c'],
    ['a', 'b'],
  ];
  const owners = pairs.map((pair) => ownerOf(three, pair));
  for (const engine of three) {
    const share = owners.filter((one) => one === engine).length;
    expect(Math.abs(share - 200)).toBeLessThan(60);
  }
  const moved = pairs.filter((pair, index) => ownerOf(two, pair) !== owners[index]);
  expect(moved).toEqual(pairs.filter((_, index) => owners[index] === 'c'));
});

/** Leases as the database keeps them; who is dead never hears an answer. */
function leases() {
  const ends = new Map<string, number>();
  return (isDead: () => boolean) => ({
    async renew(engine: string, leaseMs: number) {
      if (isDead()) return new Promise<never>(() => {});
      ends.set(engine, Date.now() + leaseMs);
      const others = [...ends].map(([id, end]) => ({ id, left: end - Date.now() }));
      return others.filter(({ id, left }) => id !== engine && left > 0);
    },
    release: async (engine: string) => void ends.delete(engine),
  });
}

/** How long the others of three, which began so many ms apart, do not know that the first died. */
async function unnoticed(apart: number, died: number): Promise<number> {
  const [store, bus, log] = [leases(), localBus(() => {}), createLog('silent')];
  let diedAt = Infinity;
  const known: number[] = [];
  for (const isFirst of [true, false, false]) {
    const share = new EngineShare({ store: store(() => isFirst && Date.now() >= diedAt), bus, log });
    await share.join(() => Date.now() >= diedAt && known.push(Date.now() - diedAt));
    onTestFinished(() => (isFirst ? undefined : share.leave()));
    await vi.advanceTimersByTimeAsync(apart);
  }
  await vi.advanceTimersByTimeAsync(3_000 + died);
  diedAt = Date.now();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(known).toHaveLength(2);
  return Math.max(...known);
}

it('A-14: whenever one dies, the others take its pairs over nine seconds later at the latest', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const times: number[] = [];
  for (const apart of [0, 1_000, 2_900])
    for (let died = 0; died < 3_000; died += 250) times.push(await unnoticed(apart, died));
  expect(Math.max(...times)).toBeLessThanOrEqual(9_001);
});

it('A-14: one engine watches everything at once; two and three divide the pairs, and each is evaluated by one', async () => {
  const first = await start({ feed: priceFeed(PAIRS), shared: true });
  const together = { feed: first.feed, bus: first.bus, shared: true };
  const ada = await addAlerts(first, ['0.53', '0.55', '0.57', '0.59']);
  const each = PAIRS.length;
  await until(() => expect(first.engine.size).toBe(4 * each));
  trade(first, '0.52');
  trade(first, '0.54');
  await until(async () => expect(await ada.firings()).toHaveLength(each));

  const servers = [first, await start(together)];
  await divided(servers, 3 * each);
  const tried = () => sum(servers.map((server) => server.tried.firings));
  trade(first, '0.56');
  await until(async () => expect(await ada.firings()).toHaveLength(2 * each));
  servers.push(await start(together));
  await divided(servers, 2 * each);
  trade(first, '0.58');
  await until(async () => expect(await ada.firings()).toHaveLength(3 * each));
  await until(() => expect(servers.map((server) => server.tried.firings).every((count) => count > 0)).toBe(true));
  await until(() => expect(tried()).toBe(3 * each));

  // One that stops gives its pairs back at once.
  await stop(first);
  const left = servers.slice(1);
  await divided(left, each);
  trade(first, '0.6');
  await until(async () => expect(await ada.firings()).toHaveLength(4 * each));
  await until(() => expect(tried()).toBe(4 * each));
  expect((await ada.firings()).every(({ late }) => !late)).toBe(true);
});

it('A-14: an alert that is changed is heard by the engine that watches its pair', async () => {
  const first = await start({ feed: priceFeed(PAIRS), shared: true });
  const second = await start({ feed: first.feed, bus: first.bus, shared: true });
  const ada = await addAlerts(first, ['0.53']);
  await divided([first, second], PAIRS.length);
  trade(first, '0.52');
  for (const { id } of (await ada.list()).slice(0, 12)) await ada.remove(id);
  await until(() => expect(sum(sizes([first, second]))).toBe(12));
  trade(first, '0.54');
  await until(async () => expect(await ada.firings()).toHaveLength(12));
});

it('F-29: while two watch a pair, since the lease of one ran out that still lives, each crossing fires once', async () => {
  const feed = priceFeed(PAIRS);
  const first = await start({ feed, shared: true });
  const ada = await addAlerts(first, ['0.53', '0.55']);
  trade(first, '0.52');
  await until(() => expect(first.engine.size).toBe(2 * PAIRS.length));
  // Of another bus: the lease alone says who is there.
  const second = await start({ feed, shared: true });
  await divided([first, second], 2 * PAIRS.length);
  await ground().database.sql`update alert_engines set expires_at = 0`;
  await until(() => expect(Math.max(...sizes([first, second]))).toBe(2 * PAIRS.length));
  trade(first, '0.54');
  await until(async () => expect(await ada.firings()).toHaveLength(PAIRS.length));
  await divided([first, second], PAIRS.length);
  trade(first, '0.56');
  await until(async () => expect(await ada.firings()).toHaveLength(2 * PAIRS.length));
  for (const server of [first, second]) await stop(server);
  expect(await ada.firings()).toHaveLength(2 * PAIRS.length);
});
