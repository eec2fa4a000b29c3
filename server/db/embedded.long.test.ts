import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../lib/log.ts';
import { lockDataDir } from './data-lock.ts';
import { startEmbedded } from './embedded.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-pg-'));
});
afterEach(async () => {
  const elsewhere = await readlink(join(dataDir, 'pg')).catch(() => null);
  if (elsewhere) await rm(dirname(elsewhere), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

const log = createLog('silent');
async function ask<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

// mkdtemp's folder is closed to all but its owner: as root, PostgreSQL cannot enter it.
describe('the embedded database', () => {
  it('starts in a folder only its owner can enter, keeps what was written, is durable (E-01)', async () => {
    const first = await startEmbedded({ dataDir, log });
    await ask(first.url, (sql) => sql`create table kept as select 42 as answer`);
    expect(await ask(first.url, (sql) => sql`show fsync`)).toEqual([{ fsync: 'on' }]);
    await first.stop();
    const second = await startEmbedded({ dataDir, log });
    expect(second.fresh).toBe(false);
    expect(await ask(second.url, (sql) => sql`select answer from kept`)).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('F-21: a postmaster that outlived its process is taken over', async () => {
    await chmod(dataDir, 0o755);
    const first = await startEmbedded({ dataDir, log });
    const second = await startEmbedded({ dataDir, log });
    expect(second.pid).toBe(first.pid);
    await second.stop();
  });

  it('a pid file left by a power cut, naming a process that is now another, does not stop the start', async () => {
    await chmod(dataDir, 0o755);
    const first = await startEmbedded({ dataDir, log });
    const pidFile = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8');
    await first.stop();
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));
    const second = await startEmbedded({ dataDir, log });
    expect(second.pid).not.toBe(process.pid);
    await second.stop();
  });

  it('starts anew when the data folder was removed', async () => {
    const first = await startEmbedded({ dataDir, log });
    await first.stop();
    const elsewhere = await readlink(join(dataDir, 'pg')).catch(() => null);
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir, { mode: 0o700 });
    const second = await startEmbedded({ dataDir, log });
    expect(second.fresh).toBe(true);
    await second.stop();
    if (elsewhere) await rm(dirname(elsewhere), { recursive: true });
  });
});

describe('E-02: one server a data folder', () => {
  it('refuses the second with a sentence, also from another process, and is free again after kill -9', async () => {
    const script = `import('${new URL('data-lock.ts', import.meta.url).href}').then(({ lockDataDir }) => lockDataDir('${dataDir}')).then(() => { console.log('locked'); setInterval(() => {}, 1000); })`;
    const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    await expect(lockDataDir(dataDir)).rejects.toThrow('Another Tandem server is already running on the data folder');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const release = await lockDataDir(dataDir);
    await release();
  });
});
