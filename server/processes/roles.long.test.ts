import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { natsServer } from '../../tests/doubles/nats-server.ts';
import { openPaperExchange } from '../../tests/factories/paper-exchange.ts';
import { authenticator } from '../../tests/factories/authenticator.ts';
import { person, trader } from '../../tests/factories/visitor.ts';
import { testDatabase } from '../../tests/setup/database.ts';
import { freePort, endOf, serverProcess, spawnServer } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

/** Of a process that tells what it loads. From its sources it starts at twice the cost. */
const TOLD = ['--import', './tests/doubles/loaded-packages.mjs'];
type Running = Awaited<ReturnType<typeof serverProcess>>;

/** A process of a role with a data folder of its own. */
async function start(variables: Record<string, string>, args: readonly string[] = []): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-roles-'));
  const server = await serverProcess({ DATA_DIR: dataDir, ...variables }, args);
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

/** What real money asks for first: a proven address, a second factor, limits of their own. */
async function allowTrading(
  who: Awaited<ReturnType<typeof person>>,
  { sql }: Awaited<ReturnType<typeof testDatabase>>,
): Promise<void> {
  await sql`update users set email_verified_at = 1 where email = ${who.email}`;
  const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
  await who.post('/api/user/two-factor', { code: authenticator(secret).code() });
  const limits = await who.send('PUT', '/api/user/limits', {
    json: { perOrder: 1000, perDay: 5000, thinMarkets: true },
  });
  expect(limits.status).toBe(200);
}

const loaded = ({ output }: Running) => [...output().matchAll(/^loaded (.*)$/gm)].map(([, name]) => name ?? '');
/** Of the exchange's limit, this process's part. */
async function shareOf({ url }: Running): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tandem_exchange_share\{.*\} (.*)$/m.exec(metrics)?.[1]);
}
const statusOf = async ({ url }: Running, path: string) => (await fetch(`${url}${path}`)).status;

it('web serves people, engine works for them: an alert fires, an order is placed, given exits and closed', async () => {
  const [exchange, nats, database] = await Promise.all([openPaperExchange(), natsServer(), testDatabase()]);
  onTestFinished(async () => {
    await Promise.all([exchange.close(), nats.stop(), database.close()]);
  });
  await exchange.price('XRPUSDT', '0.52');
  const { restUrl, wsUrl, wsApiUrl } = exchange.urls();
  const common = {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    EXCHANGE_MODE: 'live',
    BINANCE_REST_URL: restUrl,
    BINANCE_WS_URL: wsUrl,
    BINANCE_WS_API_URL: wsApiUrl,
  };
  const web = await start({ ...common, ROLE: 'web' }, TOLD);
  const engine = await start({ ...common, ROLE: 'engine' }, TOLD);

  const engines = loaded(web).filter((name) => name.endsWith('/engine'));
  expect(engines).toEqual([]);
  expect(loaded(web)).not.toContain('exchanges/paper');
  expect(loaded(engine)).toEqual(
    expect.arrayContaining(['features/alerts/engine', 'features/notifications/engine', 'features/orders/engine']),
  );
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(engine, path)).toBe(200);
  for (const path of ['/', '/api/site', '/api/user']) expect(await statusOf(engine, path)).toBe(404);

  await until(async () => {
    const shares = await Promise.all([web, engine].map(shareOf));
    for (const share of shares) expect(share).toBeGreaterThanOrEqual(0.25);
    expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(1);
  });

  const ada = await person(web);
  const alert = {
    market: 'BINANCE',
    symbol: 'XRP_USDT',
    type: 'PRICE_RISES_ABOVE',
    informing: 'ONLY_ONCE',
    price: 0.53,
  };
  expect((await ada.post('/api/alert/', { ...alert, comment: '' })).body.error).toBeNull();
  await until(async () => {
    await exchange.price('XRPUSDT', '0.52');
    await exchange.price('XRPUSDT', '0.54');
    const { content } = (await ada.get('/api/alert/list?market=BINANCE')).body;
    expect(content).toMatchObject([{ executed: true, active: false }]);
  });

  await allowTrading(ada, database);
  const { key, secret } = await exchange.trader();
  expect((await ada.post('/api/key', { market: 'binance', name: 'Real', key, secret })).body.error).toBeNull();
  const pair = { market: 'binance', symbolName: 'xrp_usdt' };
  const order = { ...pair, price: 0.54, counterQuantity: 100, counterEarning: true };
  const placed = (await ada.post('/api/markets/spot/first/buy', order)).body;
  expect(placed).toMatchObject({ error: null, orderBlock: { status: expect.stringMatching(/^(placed|filled)$/) } });
  const { blockId } = placed.orderBlock;
  const row = async () => {
    const list = '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&section=buy&counterEarning=true';
    const [block] = Object.values((await ada.get(list)).body.content as Record<string, unknown[]>);
    return block?.[0] ?? null;
  };
  await until(async () => expect(await row()).toMatchObject({ blockId, status: 'filled' }));
  const exits = { ...pair, blockId, takeProfitPrice: 0.6, stopLossPrice: 0.5 };
  expect((await ada.post('/api/markets/spot/third', exits)).body.errorMessage).toBeNull();
  await until(async () => expect(await row()).toMatchObject({ status: 'targets-placed', protection: 'exchange' }));
  expect(
    (await ada.send('PUT', '/api/markets/spot/fourth/close', { json: { ...pair, blockId } })).body.error,
  ).toBeNull();
  await until(async () => expect(await row()).toBeNull());
  const far = { ...order, price: 0.0001, counterQuantity: 10 };
  expect((await ada.post('/api/markets/spot/first/buy', far)).body).toMatchObject({
    error: expect.any(String),
    orderBlock: null,
  });
  // The engine publishes the prices that the pages of the other process show.
  await until(async () => expect((await ada.get('/api/site/price')).body.price).toBe(0.54));
  expect(await web.stop()).toBe(0);
  await until(async () => expect(await shareOf(engine)).toBe(1));
});

it('engines divide people among them; one that is killed leaves its people to the others', async () => {
  const [nats, database, port] = await Promise.all([natsServer(), testDatabase(), freePort()]);
  onTestFinished(async () => {
    await Promise.all([nats.stop(), database.close()]);
  });
  const shared = { DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('base64'), NATS_URL: nats.url };
  await start({ ROLE: 'paper', DATABASE_URL: database.url, PAPER_PORT: String(port) });
  const others = { ...shared, PAPER_URL: `http://127.0.0.1:${port}` };
  const [web, one, two] = await Promise.all(['web', 'engine', 'engine'].map((ROLE) => start({ ...others, ROLE })));
  if (!web || !one || !two) throw new Error('They have started.');
  const people = [await trader(web), await trader(web), await trader(web)];
  const price = (await people[0]?.get('/api/site/price'))?.body.price as number;
  const limit = Number((price * 1.02).toFixed(4));
  // The same order twice within moments would be taken for one.
  const buyAll = (counterQuantity: number) =>
    Promise.all(people.map((who) => who.buy({ price: limit, counterQuantity })));
  const filled = async (wanted: number) => {
    const rows = await database.sql`select 1 from positions where state = 'filled'`;
    expect(rows).toHaveLength(wanted * people.length);
  };
  const streams = () =>
    database.sql<{ holder: string }[]>`select distinct holder from leases where scope = 'order-engines'`;
  expect(await streams()).toHaveLength(2);
  await buyAll(20);
  await until(() => filled(1));
  // One of the two engines worked for each of them.
  await one.kill();
  await buyAll(21);
  await until(() => filled(2));
  const three = await start({ ...others, ROLE: 'engine' });
  await two.stop();
  await buyAll(22);
  await until(() => filled(3));
  const placed =
    await database.sql`select 1 from paper.orders where side = 'BUY' and status = 'FILLED' and api_key not like '#%'`;
  expect(placed).toHaveLength(3 * people.length);
  await three.stop();
}, 180_000);

it('paper is the paper exchange alone, with its status', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const port = String(await freePort());
  const paper = await start({ ROLE: 'paper', DATABASE_URL: database.url, PAPER_PORT: port }, TOLD);
  expect((await fetch(`http://127.0.0.1:${port}/api/v3/ping`)).status).toBe(200);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(paper, path)).toBe(200);
  expect(await statusOf(paper, '/api/site')).toBe(404);
  expect(loaded(paper).filter((name) => name.startsWith('features/') || name === 'exchanges/binance')).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/tandem/accounts`, { method: 'POST' })).status).toBe(401);

  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tandem-roles-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const second = spawnServer({ ROLE: 'paper', DATABASE_URL: database.url, PAPER_PORT: '1', DATA_DIR });
  expect(await endOf(second.child)).toBe(1);
  expect(second.output()).toContain(
    'Another process runs the paper exchange on this database already: one database has one.',
  );
  expect(await paper.stop()).toBe(0);
});

it('in paper mode web and engine reach the paper exchange of another process, and wait for it where it is away', async () => {
  const [nats, database, port] = await Promise.all([natsServer(), testDatabase(), freePort()]);
  onTestFinished(async () => {
    await Promise.all([nats.stop(), database.close()]);
  });
  const shared = { DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('base64') };
  const alone = { ROLE: 'paper', DATABASE_URL: database.url, PAPER_PORT: String(port) };
  const paper = await start(alone);
  const others = { ...shared, NATS_URL: nats.url, PAPER_URL: `http://127.0.0.1:${port}` };
  const [web] = await Promise.all([start({ ...others, ROLE: 'web' }, TOLD), start({ ...others, ROLE: 'engine' })]);
  expect(loaded(web)).not.toContain('exchanges/paper');

  const ada = await trader(web);
  const price = (await ada.get('/api/site/price')).body.price as number;
  const order = { price: Number((price * 1.02).toFixed(4)) };
  expect((await ada.buy(order)).body).toMatchObject({ error: null, orderBlock: { status: 'filled' } });

  await paper.kill();
  const refused = await ada.post('/api/paper/key', {});
  expect([refused.status, refused.body.error]).toEqual([
    503,
    'The paper exchange does not answer. Try again in a moment.',
  ]);
  await start(alone);
  await until(async () => expect((await ada.post('/api/paper/key', {})).status).toBe(200));
  await until(async () => expect((await ada.buy(order)).body).toMatchObject({ error: null }));
});
