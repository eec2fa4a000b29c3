import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { natsServer } from '../../tests/doubles/nats-server.ts';
import { disagreements } from '../../tests/factories/both-books.ts';
import { trader, visitor } from '../../tests/factories/visitor.ts';
import { testDatabase } from '../../tests/setup/database.ts';
import { dataFolder } from '../../tests/setup/data-folder.ts';
import { hasLastRelease, lastRelease } from '../../tests/setup/last-release.ts';
import { freePort, serverProcess } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

type Running = Awaited<ReturnType<typeof serverProcess>>;

/** Started in `root`; ends with the test at the latest. */
async function start(variables: Record<string, string>, root?: string): Promise<Running & { dataDir: string }> {
  const data = dataFolder();
  const server = await serverProcess({ DATA_DIR: data.path, ...variables }, [], root);
  onTestFinished(async () => {
    await server.stop();
    data.remove();
  });
  return { ...server, dataDir: data.path };
}

/** Orders of one person, each of another quantity, on whichever web process is given. */
function orders(cookie: string) {
  const placed: string[] = [];
  let quantity = 10;
  return {
    placed,
    async place(web: Running): Promise<void> {
      const one = visitor(web);
      one.useCookie(cookie);
      quantity += 0.5;
      const order = { market: 'binance', symbolName: 'xrp_usdt', price: 0.3, counterQuantity: quantity };
      const { status, body } = await one.post('/api/markets/spot/first/buy', { ...order, counterEarning: true });
      expect([status, body.error]).toEqual([200, null]);
      placed.push(body.orderBlock.blockId as string);
    },
  };
}

it('the last release works on next to this version, and hands over: no order is lost or doubled, no alert missed or told twice', async ({
  skip,
}) => {
  skip(!hasLastRelease(), 'This copy of the repository has no history to take the last release from.');
  const release = lastRelease();
  const [nats, database, port] = await Promise.all([natsServer(), testDatabase('template0'), freePort()]);
  onTestFinished(async () => {
    await Promise.all([nats.stop(), database.close()]);
    release.remove();
  });
  const { sql } = database;
  const shared = { DATABASE_URL: database.url, NATS_URL: nats.url, MASTER_KEY: randomBytes(32).toString('base64') };
  const exchange = { PAPER_PORT: `${port}`, PAPER_CONTROL: 'on', PAPER_WEIGHT: '1000000' };
  const paper = await start({ ...shared, ...exchange, ROLE: 'paper' }, release.path);
  const setPrice = async (price: string) => {
    const control = readFileSync(join(paper.dataDir, 'paper-control.url'), 'utf8').trim();
    await fetch(`${control}/control/price`, { method: 'POST', body: JSON.stringify({ symbol: 'XRPUSDT', price }) });
  };
  const others = { ...shared, PAPER_URL: `http://127.0.0.1:${port}` };
  const oldWeb = await start({ ...others, ROLE: 'web' }, release.path);
  const oldEngine = await start({ ...others, ROLE: 'engine' }, release.path);
  const migrations = async () => (await sql`select from drizzle.__drizzle_migrations`).length;
  const before = await migrations();

  await setPrice('0.52');
  const ada = await trader(oldWeb);
  const { place, placed } = orders(ada.cookie());
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', type: 'PRICE_RISES_ABOVE', informing: 'ONLY_ONCE' };
  const addAlert = async (web: Running, price: number) => {
    const one = visitor(web);
    one.useCookie(ada.cookie());
    expect((await one.post('/api/alert/', { ...alert, price, comment: '' })).body.error).toBeNull();
  };
  await addAlert(oldWeb, 0.53);
  await addAlert(oldWeb, 0.55);
  await place(oldWeb);

  const web = await start({ ...others, ROLE: 'web' });
  expect(await migrations()).toBeGreaterThan(before);
  const fired = async () => (await sql`select from firings`).length;
  const placeOnBoth = async () => {
    for (const each of [oldWeb, web]) await place(each);
    await until(async () => expect(await disagreements(sql)).toEqual([]));
  };
  // First the web process alone has the new version, then there is an engine of each, then the new version is alone.
  await placeOnBoth();
  await setPrice('0.54');
  await until(async () => expect(await fired()).toBe(1));

  await start({ ...others, ROLE: 'engine' });
  const people = await Promise.all([1, 2, 3, 4].map((nth) => trader(nth % 2 ? oldWeb : web)));
  for (const one of people) expect((await one.buy({ price: 0.31 })).body.error).toBeNull();
  await addAlert(web, 0.57);
  await placeOnBoth();
  await setPrice('0.56');
  await until(async () => expect(await fired()).toBe(2));

  const placing = (async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      await place(web);
      await sleep(100);
    }
  })();
  expect(await oldEngine.stop()).toBe(0);
  expect(await oldWeb.stop()).toBe(0);
  await placing;
  await setPrice('0.58');
  await until(async () => expect(await fired()).toBe(3));
  await until(async () => expect(await disagreements(sql)).toEqual([]));
  const known = await sql<{ id: string }[]>`select id from order_blocks`;
  expect(new Set(placed).difference(new Set(known.map(({ id }) => id)))).toEqual(new Set());
  const told = await sql`select from firings group by alert_id having count(*) > 1`;
  expect([known.length, told.length]).toEqual([placed.length + people.length, 0]);
}, 180_000);
