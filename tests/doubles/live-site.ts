import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type IFrame, type IMessage } from '@stomp/stompjs';
import { Big } from 'big.js';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { localBus } from '../../server/runtime/bus/bus.ts';
import { Refusal } from '../../server/lib/errors.ts';
import { createLog } from '../../server/lib/log.ts';
import { createHub } from '../../server/live/hub.ts';
import { livePublisher } from '../../server/live/publish.ts';

export const ANNA = { userId: '0198c0de-0000-7000-8000-00000000000a', sessionId: 'session-a' };
export const BERT = { userId: '0198c0de-0000-7000-8000-00000000000b', sessionId: 'session-b' };

type Options = { heartBeatMs?: number; repeatMs?: number; lastPrice?: Big; delayedSince?: number };

export async function site({ heartBeatMs, repeatMs, lastPrice, delayedSince }: Options = {}) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const bus = localBus((error) => {
    throw error;
  });
  const sessions = new Map([
    ['token-a', ANNA],
    ['token-b', BERT],
  ]);
  let ended: ((sessionId: string) => void) | null = null;
  const server: Server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const ticked = new Map<string, { price: Big; time: number }>();
  const live = livePublisher(bus);
  const hub = createHub({
    bus,
    clock: Date.now,
    log,
    findPerson: async (token) => sessions.get(token) ?? null,
    findReader: async (token) => {
      const found = sessions.get(token);
      if (!found) throw new Refusal('not-signed-in', 'No such token.');
      return found;
    },
    trustProxy: false,
    isSessionAlive: async ({ id }) => [...sessions.values()].some(({ sessionId }) => sessionId === id),
    onSessionEnd: (listener) => {
      ended = listener;
      return () => {
        ended = null;
      };
    },
    publicUrl: `http://localhost:${port}`,
    lastPrice(_, symbol) {
      const last = ticked.get(symbol) ?? (lastPrice ? { price: lastPrice, time: 1 } : null);
      return last && { ...last, delayedSince: delayedSince ?? null };
    },
    pairName: (_, symbol) => (symbol.endsWith('USDT') ? `${symbol.slice(0, -4).toLowerCase()}_usdt` : null),
    ...(heartBeatMs && { heartBeatMs }),
    ...(repeatMs && { repeatMs }),
  });
  server.on('upgrade', (request, socket, head) => void hub.handleUpgrade(request, socket, head));
  return {
    hub,
    live,
    /** What another process publishes. */
    another: () => livePublisher(bus),
    lines,
    url: `ws://127.0.0.1:${port}/websocket-url`,
    /** A trade, as whichever process publishes it. */
    tick(symbol: string, price: string, { tick: publish } = live) {
      const tick = { price: new Big(price), time: 1_700_000_000_000 };
      ticked.set(symbol, tick);
      publish('binance', { symbol, id: null, ...tick });
    },
    endSession(token: string) {
      const person = sessions.get(token);
      sessions.delete(token);
      if (person) ended?.(person.sessionId);
    },
    async close() {
      await hub.close();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Site = Awaited<ReturnType<typeof site>>;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
export async function open(options?: Options): Promise<Site> {
  const opened = await site(options);
  closers.push(opened.close);
  return opened;
}

interface PageOptions {
  /** Of a session. */
  token?: string;
  /** Of the upgrade, in the place of the session's cookie. */
  headers?: Record<string, string>;
  pair?: string;
  heartBeat?: number;
}

/** The client people use, unchanged. */
export async function page(
  { url }: Pick<Site, 'url'>,
  {
    token = 'token-a',
    headers = { cookie: `session=${token}` },
    pair = 'xrp_usdt',
    heartBeat = 10_000,
  }: PageOptions = {},
) {
  const errors: IFrame[] = [];
  let heartBeats = 0;
  const client = new Client({
    webSocketFactory: () => new WebSocket(url, ['v12.stomp'], { headers }) as never,
    connectHeaders: { symbol: pair, market: 'binance', counterEarning: 'true' },
    reconnectDelay: 0,
    heartbeatIncoming: heartBeat,
    heartbeatOutgoing: heartBeat,
    onStompError: (frame) => void errors.push(frame),
    debug: (line) => {
      if (line === '<<< PONG') heartBeats += 1;
    },
  });
  closers.push(() => client.deactivate({ force: true }));
  const connected = new Promise<IFrame>((done) => {
    client.onConnect = done;
  });
  client.activate();
  const name = (await connected).headers['user-name'] ?? '';
  const init = (symbolName: string) =>
    client.publish({
      destination: '/app/init-web-id',
      body: JSON.stringify({ userName: name, market: 'binance', symbolName, counterEarning: true }),
    });
  const webId = await new Promise<string>((done) => {
    client.subscribe(`/user/${name}/web-id`, (message) => done((JSON.parse(message.body) as { webId: string }).webId));
    init(pair);
  });
  const listen = (topic: string) => {
    const messages: IMessage[] = [];
    client.subscribe(`/user/${webId}/${topic}`, (message) => void messages.push(message));
    return { messages, bodies: () => messages.map(({ body }) => JSON.parse(body) as Record<string, unknown>) };
  };
  const idle = async () => {
    await new Promise<void>((done) => {
      const receipt = `r${Math.random()}`;
      client.watchForReceipt(receipt, () => done());
      client.unsubscribe('nothing', { receipt });
    });
  };
  /** How many heart-beats of the site have come. */
  const heartBeatsReceived = () => heartBeats;
  return { client, name, webId, errors, init, listen, idle, heartBeatsReceived };
}

/** A bare websocket, for what no client would send. */
export async function raw({ url }: Site, { token = 'token-a', ...options }: { token?: string; origin?: string } = {}) {
  const socket = new WebSocket(url, { headers: { cookie: `other=1; session=${token}` }, ...options });
  closers.push(() => socket.terminate());
  let text = '';
  socket.on('message', (data) => {
    text += (data as Buffer).toString();
  });
  const closed = new Promise<number>((done) => void socket.on('close', done));
  await new Promise((done, fail) => {
    socket.on('open', done);
    socket.on('error', fail);
  });
  return { socket, closed, text: () => text };
}
export const CONNECT = 'CONNECT\naccept-version:1.2\nhost:x\nheart-beat:0,0\n\n\0';

export const refusal = ({ url }: Site, options: object): Promise<number> =>
  new Promise((done) => {
    const socket = new WebSocket(url, options);
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    socket.on('open', () => done(101));
    socket.on('error', () => {});
    closers.push(() => socket.terminate());
  });
