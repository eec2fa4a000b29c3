import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPaperExchange } from '../tests/factories/paper-exchange.ts';
import { testDatabase } from '../tests/setup/database.ts';
import { endOf, freePort, spawnServer } from '../tests/setup/process.ts';
import { until } from '../tests/setup/until.ts';

/** A server that finds no exchange, in live mode: it stands all the same. */
const start = async (markets: string, more: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-markets-'));
  const database = await testDatabase();
  const port = String(await freePort());
  const offline = new URL('../tests/setup/offline.mjs', import.meta.url);
  const { child, output } = spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: port,
    EXCHANGE_MODE: 'live',
    MARKETS: markets,
    ...more,
    NODE_OPTIONS: `--import ${offline.href}`,
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await endOf(child);
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await until(async () => {
    if (child.exitCode !== null) return;
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
  expect(child.exitCode, output()).toBeNull();
  return { child, output, url: `http://127.0.0.1:${port}` };
};

it('MARKETS=binance never loads ccxt', async () => {
  const { child, output } = await start('binance');
  child.kill('SIGTERM');
  expect(await endOf(child)).toBe(0);
  expect(output()).toContain('"exchange":"binance"');
  expect(output()).not.toContain('ccxt is loaded');
});

it('only the markets that are named are built, and without one of them the server stands', async () => {
  const { child, output, url } = await start('coinbase,bybit');
  await until(() => expect(output()).toContain('ccxt is loaded'));
  for (const market of ['bybit', 'coinbase']) {
    await until(() => expect(output()).toMatch(new RegExp(`"exchange":"${market}".*trading rules could not be read`)));
  }
  expect(output()).not.toContain('"exchange":"binance"');
  const metrics = await (await fetch(`${url}/metrics`)).text();
  for (const origin of ['https://api.bybit.com', 'https://api.coinbase.com']) {
    expect(metrics).toMatch(new RegExp(`^tandem_exchange_weight{origin="${origin}",of="used"} \\d`, 'm'));
    expect(metrics).toMatch(new RegExp(`^tandem_exchange_weight{origin="${origin}",of="limit"} [1-9]`, 'm'));
  }
  child.kill('SIGTERM');
  expect(await endOf(child)).toBe(0);
});

it('one market that is down is named by /readyz, and takes the others with it no more', async () => {
  const exchange = await openPaperExchange();
  onTestFinished(() => exchange.close());
  const { restUrl, wsUrl, wsApiUrl } = exchange.urls();
  const urls = { BINANCE_REST_URL: restUrl, BINANCE_WS_URL: wsUrl, BINANCE_WS_API_URL: wsApiUrl };
  const { url } = await start('binance,coinbase', urls);
  await until(async () => {
    const answer = await fetch(`${url}/readyz`);
    expect(await answer.json()).toEqual({
      ready: true,
      checks: { database: true, durable: expect.any(Boolean), disk: true, exchange: true, engine: true },
      markets: { binance: true, coinbase: false },
    });
    expect(answer.status).toBe(200);
  });
});
