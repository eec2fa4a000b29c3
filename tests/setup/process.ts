import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A program of ours with nothing of this process's configuration. */
export function spawnScript(args: readonly string[], variables: Record<string, string>, root = process.cwd()) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/**
 * Started as `npm start` starts it. From its sources with `args` for Node itself, which tell what is loaded, and in
 * another version's folder.
 */
export const spawnServer = (variables: Record<string, string>, args: readonly string[] = [], root?: string) =>
  spawnScript([...args, root || args.length > 0 ? 'server/main.ts' : 'dist/server/main.js'], variables, root);

export async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** A program of ours to its end, as an operator runs it. */
export async function runScript(args: readonly string[], variables: Record<string, string>) {
  const { child, output } = spawnScript(args, variables);
  return { code: await endOf(child), said: output() };
}

/** A whole server process on a port of its own, ready to be asked and to be killed; of another version where `root` is its folder. */
export async function serverProcess(variables: Record<string, string>, args: readonly string[] = [], root?: string) {
  const port = variables['PORT'] ?? String(await freePort());
  const { child, output } = spawnServer({ LOG_LEVEL: 'warn', ...variables, PORT: port }, args, root);
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; ; waited += 50) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`the server did not come up: ${output()}`);
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) break;
    await sleep(50);
  }
  return {
    url,
    child,
    output,
    app: { request: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init) },
    kill: async () => {
      child.kill('SIGKILL');
      await endOf(child);
    },
    stop: async () => {
      child.kill('SIGTERM');
      return endOf(child);
    },
  };
}
