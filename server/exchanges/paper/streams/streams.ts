import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { LimitRefusal } from '../rate-limits.ts';
import { ApiSocket } from './api/api-socket.ts';
import { Connection } from './connection.ts';
import { MarketSocket, streamsOf } from './public/market-socket.ts';
import { StreamHub } from './public/stream-hub.ts';
import { STREAM_TIMINGS, type StreamTimings } from './timings.ts';
import type { PaperDeps } from '../deps.ts';

interface StreamOptions extends PaperDeps {
  server: Server;
  timings?: Partial<StreamTimings>;
}

interface Client {
  announce(event: { e: string; E: number }): void;
}
interface Open {
  client: Client;
  address: string;
  isApi: boolean;
}

const CONNECTION_WEIGHT = 2;
/** Bytes: many times what a thousand stream names need. */
const LARGEST_MESSAGE = 1024 * 1024;
const GOING_AWAY = 1001;

const isApi = (url: URL): boolean => url.pathname.startsWith('/ws-api/v3');
const isKnown = (url: URL): boolean => /^\/(ws|stream|ws-api\/v3)(\/|$)/.test(url.pathname);

/** Refuses a handshake with an HTTP response. */
function refuseUpgrade(socket: Duplex, refusal: LimitRefusal, seconds: number): void {
  const body = JSON.stringify({ code: refusal.code, msg: refusal.message });
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `Retry-After: ${seconds}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Every websocket of the exchange, on the port of its REST interface. */
export function createStreams({ server, core, faults, log, timings }: StreamOptions) {
  const sockets = new WebSocketServer({
    noServer: true,
    autoPong: false,
    perMessageDeflate: false,
    maxPayload: LARGEST_MESSAGE,
  });
  const hub = new StreamHub(core);
  const open = new Map<Connection, Open>();
  const { limits } = core;

  const serve = (socket: WebSocket, url: URL, address: string): void => {
    const toApi = isApi(url);
    const connection = new Connection(socket, { faults, limited: !toApi, timings: { ...STREAM_TIMINGS, ...timings } });
    const client = toApi
      ? new ApiSocket(connection, { core, faults, log, address, url })
      : new MarketSocket(connection, hub, streamsOf(url));
    open.set(connection, { client, address, isApi: toApi });
    connection.onEnding(() => client.announce({ e: 'serverShutdown', E: core.now() }));
    connection.onClose(() => open.delete(connection));
  };

  /** Connections are counted as on the two hosts of the real exchange, which bans from its API only. */
  const admit = (url: URL, address: string): void => {
    limits.connect(address, isApi(url) ? 'ws-api' : 'stream');
    if (!isApi(url)) return;
    limits.admit(address);
    limits.spend(address, CONNECTION_WEIGHT);
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.parse(request.url ?? '/', 'ws://paper');
    const address = request.socket.remoteAddress ?? '';
    if (!url || !isKnown(url) || faults.down) {
      socket.destroy();
      return;
    }
    try {
      admit(url, address);
      sockets.handleUpgrade(request, socket, head, (client) => serve(client, url, address));
    } catch (error) {
      if (!(error instanceof LimitRefusal)) throw error;
      refuseUpgrade(socket, error, limits.secondsUntil(error.retryAt));
    }
  });

  const cutAll = (): void => {
    for (const connection of open.keys()) connection.cut();
  };
  faults.cutStreams = cutAll;
  limits.onBan = (banned) => {
    const affected = [...open].filter(([, { address, isApi: toApi }]) => toApi && address === banned);
    // The answer that names the ban goes first.
    setImmediate(() => affected.forEach(([connection]) => connection.refuse('IP banned')));
  };

  return {
    stop: () => {
      for (const [connection, { client }] of open) {
        client.announce({ e: 'serverShutdown', E: core.now() });
        connection.close(GOING_AWAY, 'The server shuts down.');
      }
      hub.stop();
      sockets.close();
    },
  };
}
