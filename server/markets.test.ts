import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../tests/setup/database.ts';
import { endOf, freePort, spawnServer } from '../tests/setup/process.ts';
import { until } from '../tests/setup/until.ts';

/** A server that finds no exchange, in live mode: it stands all the same. */
const start = async (markets: string) => {
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
  return { child, output };
};

it('MARKETS=binance never loads ccxt', async () => {
  const { child, output } = await start('binance');
  child.kill('SIGTERM');
  expect(await endOf(child)).toBe(0);
  expect(output()).toContain('"exchange":"binance"');
  expect(output()).not.toContain('ccxt is loaded');
});

it('only the markets that are named are built, and without one of them the server stands', async () => {
  const { child, output } = await start('coinbase,bybit');
  await until(() => expect(output()).toContain('ccxt is loaded'));
  for (const market of ['bybit', 'coinbase']) {
    await until(() => expect(output()).toMatch(new RegExp(`"exchange":"${market}".*trading rules could not be read`)));
  }
  expect(output()).not.toContain('"exchange":"binance"');
  child.kill('SIGTERM');
  expect(await endOf(child)).toBe(0);
});
