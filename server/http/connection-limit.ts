import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from '../lib/network-of.ts';

/** Open connections per network with an incomplete request; ten times as many for a /48. */
const MOST_WAITING = 50;
const MOST_IN_ALL = 500;
/** How long a new connection may take to send its request. */
const GRACE = 1000;

interface Network {
  /** The latest request of each connection; null before the first. */
  open: Map<Socket, IncomingMessage | null>;
  times: number;
}

const isWaiting = (request: IncomingMessage | null): boolean => request === null || !request.complete;

function closeIfTooMany(socket: Socket, networks: readonly Network[]): void {
  const own = networks[0]?.open.get(socket);
  if (own === undefined || !isWaiting(own)) return;
  const isFull = networks.some(({ open, times }) => [...open.values()].filter(isWaiting).length > MOST_WAITING * times);
  if (!isFull) return;
  // 'close' is emitted later: the next check must not count this socket again.
  for (const { open } of networks) open.delete(socket);
  socket.destroy();
}

/** S-49, S-52: closes idle connections above the limit of their network. Websockets are limited elsewhere. */
export function limitConnections(server: Server): void {
  const known = new Map<string, Network>();

  server.on('connection', (socket: Socket) => {
    const names = networksOf(socket.remoteAddress ?? '');
    const networks = names.map(({ name, times }) => known.get(name) ?? { open: new Map(), times });
    if (networks.some(({ open, times }) => open.size >= MOST_IN_ALL * times)) {
      socket.destroy();
      return;
    }
    networks.forEach((network, at) => {
      known.set(names[at]?.name ?? '', network);
      network.open.set(socket, null);
    });
    // One more turn of the event loop, so that data that has arrived is parsed first.
    const grace = setTimeout(() => setImmediate(() => closeIfTooMany(socket, networks)), GRACE);
    const forget = () => {
      clearTimeout(grace);
      for (const { name } of names) {
        const network = known.get(name);
        network?.open.delete(socket);
        if (network?.open.size === 0) known.delete(name);
      }
    };
    socket.once('close', forget);
    socket.once('upgraded', forget);
  });
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    for (const { name } of networksOf(socket.remoteAddress ?? '')) {
      const open = known.get(name)?.open;
      if (open?.has(socket)) open.set(socket, request);
    }
  });
  server.on('upgrade', (request: IncomingMessage) => request.socket.emit('upgraded'));
}
