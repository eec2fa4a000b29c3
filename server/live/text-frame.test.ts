import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

/** A client, and the stream to it on the server. */
async function connection() {
  const server = createServer();
  const websockets = new WebSocketServer({ noServer: true });
  const stream = new Promise<Duplex>((done) => {
    server.on('upgrade', (request, socket, head) =>
      websockets.handleUpgrade(request, socket, head, () => done(socket)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.terminate();
    server.close();
  });
  const received: string[] = [];
  client.on('message', (data, isBinary) => received.push(`${isBinary}:${(data as Buffer).toString()}`));
  return { client, received, stream: await stream };
}

const LENGTHS = [0, 1, 125, 126, 65_535, 65_536, 70_000];

it('is read by a websocket client at every length of its header, in order', async () => {
  const { client, received, stream } = await connection();
  const bodies = LENGTHS.map((length, index) => String(index).repeat(length));
  for (const body of bodies) {
    const half = body.length >> 1;
    stream.write(textFrame([Buffer.from(body.slice(0, half)), Buffer.from(body.slice(half))]));
  }
  stream.end();
  await once(client, 'close');
  expect(received).toEqual(bodies.map((body) => `false:${body}`));
});

it('has the shortest header that holds its length', () => {
  const headers = LENGTHS.map((length) => textFrame([Buffer.alloc(length)]).length - length);
  expect(headers).toEqual([2, 2, 2, 4, 4, 10, 10]);
});
