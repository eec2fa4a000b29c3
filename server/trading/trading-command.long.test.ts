import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { trader, visitor } from '../../tests/factories/visitor.ts';
import { dataFolder } from '../../tests/setup/data-folder.ts';
import { runScript, serverProcess } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

const { path: dataDir, remove } = dataFolder();
afterAll(remove);

const trading = (...args: string[]) => runScript(['server/scripts/trading.ts', ...args], { DATA_DIR: dataDir });

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
    said: expect.stringContaining('Trading is off: every server stops'),
  });
  await until(async () => expect((await buy(0.31)).status).toBe(503), { interval: 500 });
  await server.stop();
  server = await serverProcess({ DATA_DIR: dataDir });
  expect((await buy(0.32)).status).toBe(503);
  await server.stop();

  // Without a running site the command starts the database itself.
  expect(await trading('on')).toEqual({ code: 0, said: expect.stringContaining('Trading is on.') });
  await expect(readFile(join(dataDir, 'pg', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  server = await serverProcess({ DATA_DIR: dataDir });
  expect((await buy(0.33)).body.error).toBeNull();

  expect(await trading('off', '--person', 'nobody@example.org')).toEqual({
    code: 1,
    said: 'There is no account with the e-mail nobody@example.org.\n',
  });
  expect((await trading('of')).said).toContain('Usage: npm run trading');
  await server.stop();
}, 180_000);
