import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { TestSite } from '../setup/site.ts';

/** Asks for the live channel with these headers: an open socket, or the status of the refusal. */
export async function liveUpgrade({ deps: { hub } }: TestSite, headers: Record<string, string>) {
  const server = createServer();
  server.on('upgrade', (request, stream, head) => void hub.handleUpgrade(request, stream, head));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket-url`, ['v12.stomp'], { headers });
  return new Promise<{ status: number; socket: WebSocket | null }>((done) => {
    socket.on('open', () => done({ status: 101, socket }));
    socket.on('unexpected-response', (_, { statusCode }) => done({ status: statusCode ?? 0, socket: null }));
  });
}
