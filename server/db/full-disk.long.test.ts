import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD, visitor } from '../../tests/factories/visitor.ts';
import { endOf, freePort, serverProcess, spawnServer } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';
import { isDiskFull, openDataFolder } from './data-folder.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step();
});

/** A small disk, which only root may mount; null where mounting is not allowed. */
function disk(megabytes: number, options = ''): string | null {
  const path = mkdtempSync(join(tmpdir(), 'tandem-disk-'));
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755${options}`, 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  undo.push(() => execFileSync('umount', ['-l', path]));
  return path;
}

async function refusedStart(dataDir: string): Promise<string> {
  const { child, output } = spawnServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(await endOf(child)).toBe(1);
  return output();
}

const canMount = (() => {
  const path = disk(1);
  for (const step of undo.splice(0).toReversed()) step();
  return path !== null;
})();

describe('D-02 a data folder that cannot be used is one sentence', () => {
  it('D-02 where a file is in its place, or it is below one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-disk-'));
    undo.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => openDataFolder(file)).toThrow(`DATA_DIR is ${file}, which cannot be written to: it is a file.`);
    expect(() => openDataFolder(join(file, 'data'))).toThrow('a part of this path is a file. Set DATA_DIR to another');
  });

  it('D-02 a full disk is known by what PostgreSQL or the system says, wherever it stands', () => {
    const of = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) });
    expect(['53100', 'ENOSPC', '23505'].map((code) => isDiskFull(of(code)))).toEqual([true, true, false]);
  });

  it.runIf(canMount)('D-02 on a read-only file system', async () => {
    const dataDir = disk(20, ',ro') ?? '';
    expect(await refusedStart(dataDir)).toBe(
      `DATA_DIR is ${dataDir}, which cannot be written to: its file system is read-only. Set DATA_DIR to another folder.\n`,
    );
  });

  it.runIf(canMount)('D-02 on a volume of 20 MB', async () => {
    const dataDir = disk(20) ?? '';
    expect(await refusedStart(dataDir)).toMatch(
      /^The disk of \S+ has (19|20) MB free\. A new database needs 160 MB: make room there, or set DATA_DIR to another disk\.\n$/,
    );
  });
});

describe.runIf(canMount)('D-02 while the disk is full', () => {
  it('D-02 the site says so, is not ready, and recovers once there is room', async () => {
    const dataDir = disk(400) ?? '';
    const server = await serverProcess({ DATA_DIR: dataDir });
    undo.push(() => server.child.kill('SIGKILL'));
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return [answer.status, ((await answer.json()) as { checks: { disk: boolean } }).checks.disk];
    };
    const signUp = async () => {
      const email = `${crypto.randomUUID()}@example.org`;
      const form = { email, username: 'A'.repeat(30), password: PASSWORD, passwordConfirmation: PASSWORD };
      return visitor(server).post('/api/user', form);
    };
    expect(await ready()).toEqual([200, true]);
    const filler = join(dataDir, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(400 * 1024 * 1024))).toThrow('ENOSPC');
    expect(await ready()).toEqual([503, false]);
    // What still fits into an existing page is saved.
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, signUp));
      const refused = answers.find(({ status }) => status === 503);
      expect(refused?.body.error).toMatch(/^The disk of this site is full, so nothing can be saved now\./);
    });
    rmSync(filler);
    await until(async () => expect(await ready()).toEqual([200, true]));
    await until(async () => expect((await signUp()).body.error).toBeNull());
    expect(await server.stop()).toBe(0);
  });
});
