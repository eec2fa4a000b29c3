import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';

const PROGRAM = existsSync('/usr/sbin/nats-server') ? '/usr/sbin/nats-server' : 'nats-server';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });

/** A real nats-server on a free port, which can go away and come back on the same one; with its figures over HTTP if asked for. */
export async function natsServer({ monitored = false } = {}) {
  const [port, monitorPort] = await Promise.all([freePort(), freePort()]);
  let child: ChildProcess | null = null;
  const server = {
    url: `nats://127.0.0.1:${port}`,
    monitorUrl: `http://127.0.0.1:${monitorPort}`,
    pid: () => child?.pid ?? 0,
    async start() {
      const monitor = monitored ? ['-m', String(monitorPort)] : [];
      child = spawn(PROGRAM, ['-a', '127.0.0.1', '-p', String(port), ...monitor], { stdio: 'ignore' });
      const failed = once(child, 'exit').then(() => {
        throw new Error('nats-server ended');
      });
      failed.catch(() => {});
      const up = async () => {
        while (!(await answers(port))) await new Promise((done) => setTimeout(done, 20));
      };
      await Promise.race([up(), failed]);
    },
    /** Keeps its connections, and answers nothing until it is resumed. */
    suspend: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      if (!child || child.exitCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      child = null;
    },
  };
  await server.start();
  return server;
}
