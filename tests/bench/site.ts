import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder } from '../setup/data-folder.ts';

export const root = join(import.meta.dirname, '..', '..');

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port.');
  return address.port;
}

const IMPATIENT = 60_000;

/** Polls closely: the first 200 is what is being timed. */
async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + IMPATIENT;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await pause(2);
  }
  child.kill('SIGKILL');
  throw new Error(`${url} did not answer within ${IMPATIENT / 1000} s.`);
}

/** A server process, from its start to its first 200 on `path`. */
export async function startProcess(args: string[], env: Record<string, string>, { path = '/healthz' } = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), PUBLIC_URL: origin, LOG_LEVEL: 'error', ...env },
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await firstAnswer(`${origin}${path}`, child);
  const milliseconds = performance.now() - started;
  const { pid = 0 } = child;
  return { origin, pid, milliseconds, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

export const startSite = (env: Record<string, string>, options?: { path?: string }) =>
  startProcess(['dist/server/main.js'], env, options);

const BARE = `require('node:http').createServer((q, s) => s.end('ok')).listen(process.env.PORT, '127.0.0.1')`;

/** Node's own server, the floor of what a server takes. */
export const startBare = () => startProcess(['--eval', BARE], {});

/** A site on a data folder of its own, until the scope that opened it is left. */
export async function ownSite(variables: Record<string, string> = {}) {
  const { path: folder, remove } = dataFolder();
  const { origin, pid, stop } = await startSite({ DATA_DIR: folder, ...variables }, { path: '/readyz' });
  const close = async () => {
    await stop();
    remove();
  };
  return { origin, pid, folder, [Symbol.asyncDispose]: close };
}
