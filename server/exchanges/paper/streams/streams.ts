import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../../../lib/log.ts';
import type { Faults } from '../control/faults.ts';
import type { Floor } from '../floor.ts';
import { ApiSocket } from './api-socket.ts';
import { Line } from './line.ts';
import { MarketSocket, streamsOf } from './market-socket.ts';
import { StreamHub } from './stream-hub.ts';

interface Parts {
  server: Server;
  floor: Floor;
  faults: Faults;
  log: Log;
}

type Announcing = { announce(event: { e: string; E: number }): void };

/** Every websocket of the exchange, on the port of its REST interface. */
export function createStreams({ server, floor, faults, log }: Parts) {
  const sockets = new WebSocketServer({ noServer: true, autoPong: false, perMessageDeflate: false });
  const hub = new StreamHub(floor);
  const open = new Map<Line, Announcing>();

  const serve = (socket: WebSocket, request: IncomingMessage, url: URL): Announcing => {
    const isApi = url.pathname.startsWith('/ws-api/v3');
    const line = new Line(socket, { faults, limited: !isApi });
    const address = request.socket.remoteAddress ?? '';
    const client = isApi ? new ApiSocket(line, { floor, log, address }) : new MarketSocket(line, hub, streamsOf(url));
    open.set(line, client);
    line.onClose(() => open.delete(line));
    return client;
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'ws://paper');
    const isKnown = /^\/(ws|stream|ws-api\/v3)(\/|$)/.test(url.pathname);
    if (!isKnown || faults.down) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, (client) => serve(client, request, url));
  });

  const cutAll = (): void => {
    for (const line of open.keys()) line.cut();
  };
  faults.cutStreams = cutAll;

  return {
    stop: () => {
      for (const client of open.values()) client.announce({ e: 'serverShutdown', E: floor.now() });
      hub.stop();
      sockets.close();
      cutAll();
    },
  };
}
