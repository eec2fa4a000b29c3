import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { natsServer } from '../../tests/doubles/nats-server.ts';
import { openPaperExchange } from '../../tests/factories/paper-exchange.ts';
import { person } from '../../tests/factories/visitor.ts';
import { testDatabase } from '../../tests/setup/database.ts';
import { freePort, serverProcess } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

const TOLD = ['--import', './tests/doubles/loaded-packages.mjs'];
type Running = Awaited<ReturnType<typeof serverProcess>>;

/** A process of a role with a data folder of its own. */
async function start(variables: Record<string, string>): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-roles-'));
  const server = await serverProcess({ DATA_DIR: dataDir, ...variables }, TOLD);
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

const loaded = ({ output }: Running) => [...output().matchAll(/^loaded (.*)$/gm)].map(([, name]) => name ?? '');
const statusOf = async ({ url }: Running, path: string) => (await fetch(`${url}${path}`)).status;

it('web serves people, engine works for them: an alert made on one fires on the other', async () => {
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
  const web = await start({ ...common, ROLE: 'web' });
  const engine = await start({ ...common, ROLE: 'engine' });

  const engines = loaded(web).filter((name) => name.endsWith('/engine'));
  // Calls still place orders by themselves: DECISIONS 130.
  expect(engines.filter((name) => name !== 'features/orders/engine')).toEqual([]);
  expect(loaded(web)).not.toContain('exchanges/paper');
  expect(loaded(engine)).toEqual(expect.arrayContaining(['features/alerts/engine', 'features/notifications/engine']));
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(engine, path)).toBe(200);
  for (const path of ['/', '/api/site', '/api/user']) expect(await statusOf(engine, path)).toBe(404);

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
  // The engine publishes the prices that the pages of the other process show.
  await until(async () => expect((await ada.get('/api/site/price')).body.price).toBe(0.54));
}, 120_000);

it('paper is the paper exchange alone, with its status', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const port = String(await freePort());
  const paper = await start({ ROLE: 'paper', DATABASE_URL: database.url, PAPER_PORT: port });
  expect((await fetch(`http://127.0.0.1:${port}/api/v3/ping`)).status).toBe(200);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(paper, path)).toBe(200);
  expect(await statusOf(paper, '/api/site')).toBe(404);
  expect(loaded(paper).filter((name) => name.startsWith('features/') || name === 'exchanges/binance')).toEqual([]);
  expect(await paper.stop()).toBe(0);
}, 60_000);
