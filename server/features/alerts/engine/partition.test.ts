import { expect, it } from 'vitest';
import { alertWorld } from '../../../../tests/factories/alert-world.ts';
import type { AlertServer } from '../../../../tests/factories/watched-alerts.ts';
import { priceFeed } from '../../../../tests/doubles/price-feed.ts';
import { until } from '../../../../tests/setup/until.ts';

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

it('A-14: a changed alert reaches the engine that watches its pair', async () => {
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
  await ground().database.sql`update leases set expires_at = 0`;
  await until(() => expect(Math.max(...sizes([first, second]))).toBe(2 * PAIRS.length));
  trade(first, '0.54');
  await until(async () => expect(await ada.firings()).toHaveLength(PAIRS.length));
  await divided([first, second], PAIRS.length);
  trade(first, '0.56');
  await until(async () => expect(await ada.firings()).toHaveLength(2 * PAIRS.length));
  for (const server of [first, second]) await stop(server);
  expect(await ada.firings()).toHaveLength(2 * PAIRS.length);
});
