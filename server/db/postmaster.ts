import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { readFile, rm, rename, writeFile, chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#contracts/rules/time.ts';
import { makeOwnFolder, type PostgresPlace } from './postgres-place.ts';

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/**
 * The contents of postmaster.pid; null without one. Lines: pid, data folder, start, port, socket folder, address,
 * memory, status.
 */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A pid file left by a power cut may name an unrelated process, and PostgreSQL would refuse to start. */
export async function dropStalePid(data: string): Promise<void> {
  const found = await readPostmaster(data);
  if (!found || !isAlive(found.pid)) return;
  const command = await readFile(`/proc/${found.pid}/cmdline`, 'utf8').catch(() => null);
  if (command !== null && !command.includes('postgres')) await rm(join(data, 'postmaster.pid'), { force: true });
}

function run(command: string, args: string[], identity: PostgresPlace['identity']): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed: ${output.trim()}`))));
  });
}

/** A new cluster, created elsewhere and renamed when complete, so that an interruption leaves no partial one. */
export async function initCluster({ bin, data, identity }: PostgresPlace, password: string): Promise<void> {
  const fresh = `${data}.new`;
  const passwordFile = `${data}.password`;
  await makeOwnFolder(fresh, identity);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(passwordFile, identity.uid, identity.gid);
  try {
    const auth = ['--username=tandem', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await run(join(bin, 'initdb'), ['-D', fresh, ...auth, ...locale], identity);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(fresh, data);
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });

/** Starts PostgreSQL outside our process group, so that Ctrl-C reaches only us and we stop it in order. */
export async function startPostmaster(
  { bin, data, identity }: PostgresPlace,
  { logFile, connections }: { logFile: string; connections: number },
): Promise<Postmaster> {
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${connections}`,
    'timezone=UTC',
    'log_timezone=UTC',
    // While it knows nothing of a table, PostgreSQL plans as if it were empty. Tables of a new site grow within a minute.
    'autovacuum_naptime=15s',
  ];
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let ended: string | null = null;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code) => (ended = `exit code ${code}`));
  child.unref();
  for (let waited = 0; waited < MINUTE; waited += 10) {
    if (ended !== null) throw new Error(`PostgreSQL did not start (${String(ended)}); its log is ${logFile}.`);
    const found = await readPostmaster(data);
    if (found?.pid === child.pid && found?.ready) return found;
    await sleep(10);
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL was not ready within 60 s; its log is ${logFile}.`);
}

/** Fast shutdown: ends sessions, writes everything, removes the pid file. */
export async function stopPostmaster(data: string, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 10) {
    if ((await readPostmaster(data)) === null) return;
    await sleep(10);
  }
}
