import { once } from 'node:events';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverProcess } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

let dataDir: string;
let server: Awaited<ReturnType<typeof serverProcess>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-sockets-'));
  await chmod(dataDir, 0o755);
  server = await serverProcess({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';

/** Opens connections that send this much and then nothing. */
async function sockets(many: number, said: string) {
  const open = new Set<Socket>();
  const all = Array.from({ length: many }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
  let received = '';
  for (const socket of all) {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => (received += data.toString()));
    socket.on('close', () => open.delete(socket));
  }
  await Promise.all(all.map((socket) => once(socket, 'connect')));
  for (const socket of all) socket.write(said);
  return { open, received: () => received, close: () => all.forEach((socket) => socket.destroy()) };
}

const PATIENCE = { timeout: 60_000, interval: 100 };

describe('S-49: connections', () => {
  it.each([
    ['say nothing', ''],
    ['never end their headers', HEALTH],
    [
      'never end their body',
      'POST /api/user HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
  ])('of 200 from one address that %s fifty are kept, and others are answered', async (_, said) => {
    const slow = await sockets(200, said);
    await until(() => expect(slow.open.size).toBe(50), PATIENCE);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    slow.close();
  });

  it('that never end their headers are closed by themselves', async () => {
    const slow = await sockets(20, HEALTH);
    await until(() => expect(slow.open.size).toBe(0), PATIENCE);
  });

  it('that are answered and idle are no such, however many come at once', async () => {
    const quick = await sockets(120, `${HEALTH}\r\n`);
    await until(() => expect(quick.received().split('200 OK')).toHaveLength(121), PATIENCE);
    const later = await sockets(60, HEALTH);
    await until(() => expect(later.open.size).toBe(50), PATIENCE);
    expect(quick.open.size).toBe(120);
    quick.close();
    later.close();
  });

  it('S-25: a refused upgrade carries the headers of every answer', async () => {
    const upgrade = `GET /websocket-url HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    const one = await sockets(1, upgrade);
    await until(() => expect(one.open.size).toBe(0), PATIENCE);
    expect(one.received()).toMatch(/^HTTP\/1.1 401 Unauthorized\r\n/);
    for (const name of ['Content-Security-Policy: ', 'X-Content-Type-Options: nosniff', 'Cache-Control: no-store'])
      expect(one.received()).toContain(`\r\n${name}`);
  });
});
