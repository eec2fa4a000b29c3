import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trader, visitor } from '../../tests/factories/visitor.ts';
import { endOf, serverProcess, spawnScript } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-trading-'));
  await chmod(dataDir, 0o755);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function trading(...args: string[]) {
  const { child, output } = spawnScript(['server/scripts/trading.ts', ...args], { DATA_DIR: dataDir });
  return { code: await endOf(child), output: output() };
}

it('S-34: the command stops a running server, holds through a restart, and works while no server runs', async () => {
  let server = await serverProcess({ DATA_DIR: dataDir });
  const who = await trader(server);
  const order = (price: number) => ({
    market: 'binance',
    symbolName: 'xrp_usdt',
    price,
    counterQuantity: 10,
    counterEarning: true,
  });
  const buy = (price: number) => {
    const again = visitor(server);
    again.useCookie(who.cookie());
    return again.post('/api/markets/spot/first/buy', order(price));
  };
  expect((await buy(0.3)).body.error).toBeNull();

  expect(await trading('off')).toEqual({
    code: 0,
    output: expect.stringContaining('Trading is off: every server stops'),
  });
  await until(async () => expect((await buy(0.31)).status).toBe(503), { interval: 500 });
  await server.stop();
  server = await serverProcess({ DATA_DIR: dataDir });
  expect((await buy(0.32)).status).toBe(503);
  await server.stop();

  // With nobody at the database, the command starts it for as long as it takes.
  expect(await trading('on')).toEqual({ code: 0, output: expect.stringContaining('Trading is on.') });
  await expect(readFile(join(dataDir, 'pg', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  server = await serverProcess({ DATA_DIR: dataDir });
  expect((await buy(0.33)).body.error).toBeNull();

  expect(await trading('off', '--person', 'nobody@example.org')).toEqual({
    code: 1,
    output: 'There is no account with the e-mail nobody@example.org.\n',
  });
  expect((await trading('of')).output).toContain('Say on or off');
  await server.stop();
}, 180_000);
