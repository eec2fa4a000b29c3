import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { person, trader, visitor } from '../tests/factories/visitor.ts';
import { dataFolder } from '../tests/setup/data-folder.ts';
import { endOf, freePort, serverProcess, spawnServer } from '../tests/setup/process.ts';

const BLOCKS = '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';

/** A data folder, whose database may have been left running. */
function siteFolder() {
  const { path, remove } = dataFolder();
  return {
    path,
    clear: async () => {
      const file = await readFile(join(path, 'pg', 'postmaster.pid'), 'utf8').catch(() => '');
      const pid = Number(file.split('\n')[0]);
      if (pid) process.kill(pid, 'SIGKILL');
      await sleep(pid ? 300 : 0);
      remove();
    },
  };
}

it('names every mistake of the configuration and exits', async () => {
  const folder = siteFolder();
  onTestFinished(folder.clear);
  const { child, output } = spawnServer({ DATA_DIR: folder.path, PORT: 'web', ROLE: 'boss' });
  expect(await endOf(child)).toBe(1);
  expect(output()).toBe('PORT must be a port number from 0 to 65535.\nROLE must be web, engine, paper or all.\n');
});

describe('on one data folder', () => {
  let folder: ReturnType<typeof siteFolder>;
  let running: Awaited<ReturnType<typeof serverProcess>> | null = null;
  beforeAll(() => {
    folder = siteFolder();
  });
  afterAll(async () => {
    await running?.stop();
    await folder.clear();
  });
  /** The server, which the test before may have left running. */
  const started = async () => {
    running ??= await serverProcess({ DATA_DIR: folder.path });
    return running;
  };
  const stop = async (): Promise<number | null> => {
    const server = await started();
    running = null;
    return server.stop();
  };

  it('E-02, F-20: a second server says so and leaves the first alone', async () => {
    const first = await started();
    const second = spawnServer({ DATA_DIR: folder.path, PORT: String(await freePort()) });
    expect(await endOf(second.child)).toBe(1);
    expect(second.output()).toContain('Another Tandem server is already running on the data folder');
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('a server on another folder says which port is taken, and stops its database', async () => {
    const { url } = await started();
    const other = siteFolder();
    onTestFinished(other.clear);
    const { child, output } = spawnServer({ DATA_DIR: other.path, PORT: new URL(url).port });
    expect(await endOf(child)).toBe(1);
    expect(output()).toContain('is taken: set PORT to another.');
    await expect(readFile(join(other.path, 'pg', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('E-05: SIGTERM ends in order, and what was there is there again', async () => {
    const who = await trader(await started());
    const { blockId } = (await who.buy({ price: 0.3 })).body.orderBlock;
    expect(await stop()).toBe(0);
    const again = visitor(await started());
    again.useCookie(who.cookie());
    expect(Object.keys((await again.get(BLOCKS)).body.content)).toEqual([blockId]);
  });

  it('F-28: refuses to start when the master key is gone, and makes no new one', async () => {
    await person(await started());
    expect(await stop()).toBe(0);
    const file = join(folder.path, 'master-key');
    const key = await readFile(file);
    await rm(file);
    onTestFinished(() => writeFile(file, key, { mode: 0o600 }));
    const { child, output } = spawnServer({ DATA_DIR: folder.path, PORT: String(await freePort()) });
    expect(await endOf(child)).toBe(1);
    expect(output()).toContain('is missing: the accounts');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});

it('E-05: SIGTERM ends within 10 s and says so where the database is gone', async () => {
  const folder = siteFolder();
  onTestFinished(folder.clear);
  const server = await serverProcess({ DATA_DIR: folder.path });
  const [pid] = (await readFile(join(folder.path, 'pg', 'postmaster.pid'), 'utf8')).split('\n').map(Number);
  await rm(join(folder.path, 'pg'), { recursive: true });
  process.kill(pid ?? 0, 'SIGKILL');
  expect(await server.stop()).toBe(1);
  expect(server.output()).toContain('Tandem was ended before everything was closed');
});
