import { once } from 'node:events';
import type { Socket } from 'node:net';
import { topics } from '#contracts/live.ts';
import { WebSocket } from 'ws';
import { type Opening, type ReadersOrder, wallTime } from './messages.ts';

/** Counts whole websocket frames of a server: unmasked, in pieces of any size. */
function frameCounter(onFrame: () => void): (piece: Buffer) => void {
  let head = Buffer.alloc(0);
  let missing = 0;
  return (piece) => {
    let at = 0;
    while (at < piece.length) {
      if (missing === 0) {
        const bytes: Buffer = head.length === 0 ? piece.subarray(at) : Buffer.concat([head, piece.subarray(at)]);
        const size = bytes.length < 2 ? Infinity : (bytes[1] ?? 0) < 126 ? 2 : 4;
        if (bytes.length < size) {
          head = Buffer.from(bytes);
          return;
        }
        at += size - head.length;
        head = Buffer.alloc(0);
        missing = size === 2 ? (bytes[1] ?? 0) : bytes.readUInt16BE(2);
      }
      const taken = Math.min(missing, piece.length - at);
      at += taken;
      missing -= taken;
      if (missing === 0) onFrame();
    }
  };
}

/** CONNECT, the pair, and every topic of a page except the collected prices for alerts, which are sent by a timer. */
async function subscribe(socket: WebSocket, userName: string): Promise<void> {
  const page = JSON.stringify({ userName, market: 'binance', symbolName: 'xrp_usdt', counterEarning: true });
  socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0');
  socket.send(`SUBSCRIBE\nid:sub-0\ndestination:/user/${userName}/web-id\n\n\0`);
  socket.send(`SEND\ndestination:/app/init-web-id\n\n${page}\0`);
  const webId = await answerWith(socket, /"webId":"([^"]+)"/);
  const wanted = Object.keys(topics).filter((topic) => topic !== 'alert-prices');
  for (const [index, topic] of wanted.entries())
    socket.send(`SUBSCRIBE\nid:sub-${index + 1}\ndestination:/user/${webId}/${topic}\nreceipt:${index}\n\n\0`);
  await answerWith(socket, new RegExp(`receipt-id:(${wanted.length - 1})\n`));
}

function answerWith(socket: WebSocket, pattern: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    const onClose = () => fail(new Error('The channel closed.'));
    const onMessage = (data: unknown) => {
      const found = pattern.exec(String(data))?.[1];
      if (found === undefined) return;
      socket.off('message', onMessage).off('close', onClose);
      done(found);
    };
    socket.on('message', onMessage).on('close', onClose);
  });
}

/** How many sockets of a server have had each of its ticks, and when the last one had it. */
class Arrivals {
  readonly #arrived: number[] = [];
  readonly #lastByteAt: number[] = [];
  #sockets = 0;
  #onTick = () => {};

  /** Reads the socket from now on without ws, which would cost the readers more than the server. */
  read(socket: WebSocket): void {
    this.#sockets += 1;
    const stream = (socket as unknown as { _socket: Socket })._socket;
    let ticks = 0;
    stream.removeAllListeners('data').on(
      'data',
      frameCounter(() => this.#count(ticks++)),
    );
  }

  async until(ticks: number): Promise<number[]> {
    await new Promise<void>((done) => {
      this.#onTick = () => this.#lastByteAt.length >= ticks && done();
      this.#onTick();
    });
    return this.#lastByteAt;
  }

  #count(tick: number): void {
    const arrived = (this.#arrived[tick] ?? 0) + 1;
    this.#arrived[tick] = arrived;
    if (arrived < this.#sockets) return;
    this.#lastByteAt[tick] = wallTime();
    this.#onTick();
  }
}

const AT_ONCE = 50;
const channels = new Map<number, Arrivals>();
const answer = (message: number | number[]) => process.send?.(message);

async function openOne({ port, subscribes }: Opening, id: number): Promise<WebSocket> {
  const headers = { cookie: `session=${id}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket-url`, 'v12.stomp', { headers });
  await once(socket, 'open');
  if (subscribes) await subscribe(socket, `user-${Math.floor(id / 20)}`);
  return socket;
}

async function open(opening: Opening): Promise<void> {
  const arrivals = new Arrivals();
  channels.set(opening.port, arrivals);
  const { first, count } = opening;
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - opened) }, (_, index) => first + opened + index);
    for (const socket of await Promise.all(batch.map((id) => openOne(opening, id)))) arrivals.read(socket);
  }
  answer(count);
}

async function awaitTicks({ port, ticks }: { port: number; ticks: number }): Promise<void> {
  answer((await channels.get(port)?.until(ticks)) ?? []);
}

process.on('message', (order: ReadersOrder) => void (order.do === 'open' ? open(order) : awaitTicks(order)));
process.on('disconnect', () => process.exit());
