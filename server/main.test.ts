import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, person, trader, visitor } from '../tests/factories/visitor.ts';
import { endOf, freePort, serverProcess, spawnServer } from '../tests/setup/process.ts';
import { until } from '../tests/setup/until.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-main-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  const pid = Number((await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  if (pid) process.kill(pid, 'SIGKILL');
  await sleep(pid ? 300 : 0);
  await rm(dataDir, { recursive: true, force: true });
});

const list = (market = 'binance') =>
  `/api/markets/spot/list?market=${market}&symbolName=xrp_usdt&counterEarning=true&section=buy`;

describe('start', () => {
  it('names every mistake of the configuration and exits', async () => {
    const { child, output } = spawnServer({ DATA_DIR: dataDir, PORT: 'web', ROLE: 'boss' });
    expect(await endOf(child)).toBe(1);
    expect(output()).toBe('PORT must be a port number from 0 to 65535.\nROLE must be web, engine, paper or all.\n');
  });

  it('E-02, F-20: a second server on the same data folder says so and leaves the first alone', async () => {
    const first = await serverProcess({ DATA_DIR: dataDir });
    const second = spawnServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await endOf(second.child)).toBe(1);
    expect(second.output()).toContain('Another Tandem server is already running on the data folder');
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  it('says which port is taken, and stops its database', async () => {
    const first = await serverProcess({ DATA_DIR: dataDir });
    const other = await mkdtemp(join(tmpdir(), 'tandem-main-'));
    const { child, output } = spawnServer({ DATA_DIR: other, PORT: new URL(first.url).port });
    expect(await endOf(child)).toBe(1);
    expect(output()).toContain('is taken: set PORT to another.');
    await expect(readFile(join(other, 'pg', 'postmaster.pid'))).rejects.toThrow('ENOENT');
    await first.stop();
    await rm(other, { recursive: true, force: true });
  });

  it('F-28: refuses to start when the master key is gone, and makes no new one', async () => {
    const first = await serverProcess({ DATA_DIR: dataDir });
    await person(first);
    await first.stop();
    await rm(join(dataDir, 'master-key'));
    const { child, output } = spawnServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await endOf(child)).toBe(1);
    expect(output()).toContain('is missing: the accounts');
    await expect(readFile(join(dataDir, 'master-key'))).rejects.toThrow('ENOENT');
  });
});

describe('E-05: the plug is pulled', () => {
  it('SIGTERM ends in order, and what was there is there again', async () => {
    const first = await serverProcess({ DATA_DIR: dataDir });
    const who = await trader(first);
    const { blockId } = (await who.buy({ price: 0.3 })).body.orderBlock;
    expect(await first.stop()).toBe(0);
    const second = await serverProcess({ DATA_DIR: dataDir });
    const again = visitor(second);
    again.useCookie(who.cookie());
    expect(Object.keys((await again.get(list())).body.content)).toEqual([blockId]);
    await second.stop();
  });

  it('SIGTERM ends within 10 s and says so where the database is gone', async () => {
    const server = await serverProcess({ DATA_DIR: dataDir });
    const [pid] = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n').map(Number);
    await rm(join(dataDir, 'pg'), { recursive: true });
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await server.stop()).toBe(1);
    expect(server.output()).toContain('Tandem was ended before everything was closed');
  });

  it('kill -9 at any moment loses no acknowledged sign-up, order or alert, and doubles none', async () => {
    const variables = { DATA_DIR: dataDir, PORT: String(await freePort()) };
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
      await sleep(Math.random() * 1500);
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
        const rows = (await pages(list())).flatMap(
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
  }, 120_000);
});
