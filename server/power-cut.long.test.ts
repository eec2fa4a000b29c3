import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PASSWORD, trader, visitor } from '../tests/factories/visitor.ts';
import { dataFolder } from '../tests/setup/data-folder.ts';
import { freePort, serverProcess } from '../tests/setup/process.ts';
import { printSeedOnFailure, SEED } from '../tests/setup/seed.ts';
import { until } from '../tests/setup/until.ts';
import { randomFrom } from './exchanges/paper/market/random.ts';

const BLOCKS = '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';
const { uniform } = randomFrom(`${SEED}`);
printSeedOnFailure();

it('E-05: kill -9 at any moment loses no acknowledged sign-up, order or alert, and doubles none', async () => {
  const data = dataFolder();
  onTestFinished(data.remove);
  const variables = { DATA_DIR: data.path, PORT: String(await freePort()) };
  let server = await serverProcess(variables);
  const who = await trader(server);
  const kept = { blocks: new Set<string>(), alerts: new Set<string>(), emails: new Set<string>() };
  let price = 3000;

  /** Sends one of each, over and over, until the connection breaks; only what was answered counts. */
  async function work(): Promise<void> {
    const again = visitor(server);
    again.useCookie(who.cookie());
    for (;;) {
      price += 1;
      const email = `${crypto.randomUUID()}@example.org`;
      const order = {
        market: 'binance',
        symbolName: 'xrp_usdt',
        price: price / 10_000,
        counterQuantity: 6,
        counterEarning: true,
      };
      const placed = await again.post('/api/markets/spot/first/buy', order);
      if (placed.status === 200 && placed.body.error === null) kept.blocks.add(placed.body.orderBlock.blockId);
      const alert = {
        market: 'BINANCE',
        symbol: 'XRP_USDT',
        price: 900 + price / 10_000,
        type: 'PRICE_REACHES',
        informing: 'ONLY_ONCE',
      };
      const saved = await again.post('/api/alert/', alert);
      if (saved.status === 200 && saved.body.error === null) kept.alerts.add(saved.body.alert.id);
      const signedUp = await again.post('/api/user', {
        email,
        username: 'Ada',
        password: PASSWORD,
        passwordConfirmation: PASSWORD,
      });
      if (signedUp.status === 200) kept.emails.add(email);
      await sleep(300);
    }
  }

  for (let round = 0; round < 4; round += 1) {
    const before = kept.blocks.size;
    const ended = work().catch((error: unknown) => error);
    await until(() => expect(kept.blocks.size).toBeGreaterThan(before));
    await sleep(uniform() * 1500);
    await server.kill();
    expect(await ended).toBeInstanceOf(TypeError);
    server = await serverProcess(variables);
  }

  const again = visitor(server);
  again.useCookie(who.cookie());
  const pages = async (path: string) => {
    const first = (await again.get(`${path}&page=0`)).body;
    const others = Array.from({ length: first.lastPageNumber }, (_, index) => again.get(`${path}&page=${index + 1}`));
    return [first, ...(await Promise.all(others)).map(({ body }) => body)];
  };
  await vi.waitFor(
    async () => {
      const rows = (await pages(BLOCKS)).flatMap(
        ({ content }) =>
          Object.values(content).flat() as { status: string; firstPlacedPrice: number; blockId: string }[],
      );
      expect(rows.filter(({ status }) => status === 'pending' || status === 'unconfirmed')).toEqual([]);
      expect(kept.blocks.difference(new Set(rows.map(({ blockId }) => blockId)))).toEqual(new Set());
      expect(new Set(rows.map(({ firstPlacedPrice }) => firstPlacedPrice)).size).toBe(rows.length);
    },
    { timeout: 45_000, interval: 500 },
  );
  const alerts = (await pages('/api/alert/list?market=BINANCE')).flatMap(({ content }) =>
    content.map(({ id }: { id: string }) => id),
  );
  expect(kept.alerts.difference(new Set(alerts))).toEqual(new Set());
  for (const email of kept.emails) {
    expect(
      (await visitor(server).post('/j_spring_security_check', { j_email: email, j_password: PASSWORD })).body,
    ).toEqual({ authorized: true });
  }
  await server.stop();
});
