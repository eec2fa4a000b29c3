import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person, trader, visitor } from '../tests/factories/visitor.ts';
import { endOf, freePort, serverProcess, spawnServer } from '../tests/setup/process.ts';

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

const BLOCKS = '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';

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
    expect(Object.keys((await again.get(BLOCKS)).body.content)).toEqual([blockId]);
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
});
