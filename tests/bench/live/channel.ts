import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Big } from 'big.js';
import * as ws from 'ws';
import { createLog } from '../../../server/lib/log.ts';
import { createHub } from '../../../server/live/hub.ts';
import { livePublisher } from '../../../server/live/publish.ts';
import { encodeFrame } from '../../../server/live/stomp.ts';
import { localBus } from '../../../server/runtime/bus/bus.ts';
import { type ChannelOrder, type Ticked, wallTime } from './messages.ts';

type Framing = { frame(data: Buffer, options: { fin: boolean; opcode: number }): Buffer[] };
/** Exported by ws, but not typed. */
const { Sender } = ws as unknown as { Sender: Framing };
const TEXT = 1;

const server = createServer();

/** Prices and times of one length, so that all messages have the same. */
const priceOf = (index: number) => (0.5 + (index % 1000) / 10_000 + 0.00001).toFixed(5);

/** The live channel as it is: from a trade on the bus to the sockets. */
function tandem(publicUrl: string) {
  const bus = localBus((error) => {
    throw error;
  });
  const hub = createHub({
    bus,
    clock: Date.now,
    log: createLog('error'),
    // Twenty pages a person, as many as one may open.
    findPerson: async (token) => ({ userId: `user-${Math.floor(Number(token) / 20)}`, sessionId: token }),
    findReader: async (token) => ({ userId: token, sessionId: token }),
    trustProxy: false,
    isSessionAlive: async () => true,
    onSessionEnd: () => () => {},
    publicUrl,
    lastPrice: () => null,
    pairName: () => 'xrp_usdt',
  });
  server.on('upgrade', (request, stream, head) => void hub.handleUpgrade(request, stream, head));
  const live = livePublisher(bus);
  return (index: number): void =>
    live.tick('binance', { symbol: 'XRPUSDT', id: null, price: new Big(priceOf(index)), time: Date.now() });
}

/** The floor: a message of the same length, framed once by ws and written to every socket. */
function sharedFrame() {
  const sockets = new Set<Socket>();
  const websockets = new ws.WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false });
  server.on('upgrade', (request, stream, head) => {
    websockets.handleUpgrade(request, stream, head, (socket) => {
      sockets.add(stream as Socket);
      socket.on('close', () => sockets.delete(stream as Socket));
    });
  });
  const destination = '/user/00000000-0000-0000-0000-000000000000/market-price';
  const headers = { destination, subscription: 'sub-1', 'content-type': 'application/json', 'message-id': '100' };
  return (index: number): void => {
    const price = { market: 'binance', symbol: 'xrp_usdt', price: Number(priceOf(index)), time: Date.now() };
    const message = encodeFrame('MESSAGE', headers, JSON.stringify(price));
    const frame = Buffer.concat(Sender.frame(message, { fin: true, opcode: TEXT }));
    for (const socket of sockets) socket.write(frame);
  };
}

const [kind] = process.argv.slice(2);
const answer = (message: Ticked | number) => process.send?.(message);
let ticks = 0;

async function tick({ times, every }: { times: number; every: number }): Promise<void> {
  const before = process.cpuUsage();
  const at: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = wallTime();
    at.push(began);
    publish((ticks += 1));
    await pause(Math.max(0, every - (wallTime() - began)));
  }
  const { user, system } = process.cpuUsage(before);
  answer({ cpu: user + system, at });
}

async function weigh(): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    globalThis.gc?.();
    await pause(100);
  }
  answer(process.memoryUsage.rss());
}

await new Promise<void>((done) => void server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, done));
const { port } = server.address() as AddressInfo;
const publish = kind === 'tandem' ? tandem(`http://127.0.0.1:${port}`) : sharedFrame();
process.on('message', (order: ChannelOrder) => void (order.do === 'tick' ? tick(order) : weigh()));
process.on('disconnect', () => process.exit());
answer(port);
