import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftedClock } from '../../tests/setup/shifted-clock.ts';
import { limitSlowBodies } from './slow-bodies.ts';

const LOOK_EVERY_MS = 5;
const { clock, pass } = shiftedClock();
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().once('end', () => response.end('taken'));
  });
  limitSlowBodies(server, { clock, lookEveryMs: LOOK_EVERY_MS });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const BODY = 3_000_000;

/** Starts an upload: its headers and this many bytes. */
async function upload(path: string, bytes: number): Promise<Socket> {
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  socket.on('error', () => {});
  const asked = once(server, 'request');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${BODY}\r\n\r\n`);
  const [{ socket: other }] = (await asked) as [{ socket: Socket }];
  socket.write(Buffer.alloc(bytes));
  while (other.bytesRead < bytes) await pause(1);
  return socket;
}

/** Several checks. */
const looks = () => pause(LOOK_EVERY_MS * 10);

describe('S-49: a body on a slow line', () => {
  it('takes its time with a photo, as long as it comes at a pace', async () => {
    const socket = await upload('/api/contact', 1_600_000);
    // 30 s, and the 200 s that the first part earns.
    pass(225_000);
    await looks();
    socket.write(Buffer.alloc(BODY - 1_600_000));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it.each([
    { what: 'a photo that has stopped', path: '/api/contact', bytes: 1_600_000, ms: 235_000 },
    { what: 'a photo that hardly begins', path: '/api/contact', bytes: 1000, ms: 31_000 },
    { what: 'anything else after 30 s', path: '/api/user', bytes: 1_600_000, ms: 31_000 },
  ])('is cut off with $what', async ({ path, bytes, ms }) => {
    const socket = await upload(path, bytes);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    pass(ms);
    await closed;
    expect(socket.bytesRead).toBe(0);
  });
});
