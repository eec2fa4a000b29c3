import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** An address may keep so many connections waiting for the rest of a request. */
const MOST_WAITING = 50;
const MOST_IN_ALL = 500;
/** Whoever connects in a rush still has so long to say what they want. */
const GRACE = 1000;

/** With the latest request of each; null before the first. */
type Connections = Map<Socket, IncomingMessage | null>;

const isWaiting = (request: IncomingMessage | null): boolean => request === null || !request.complete;

function closeIfTooMany(socket: Socket, open: Connections): void {
  const own = open.get(socket);
  if (own === undefined || !isWaiting(own)) return;
  if ([...open.values()].filter(isWaiting).length <= MOST_WAITING) return;
  // Its 'close' comes later: the next one judged must not count it any more.
  open.delete(socket);
  socket.destroy();
}

/** S-49: connections that hold a place without using it are closed, counted by address. Pages' sockets count elsewhere. */
export function limitConnections(server: Server): void {
  const byAddress = new Map<string, Connections>();

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const open: Connections = byAddress.get(address) ?? new Map();
    if (open.size >= MOST_IN_ALL) {
      socket.destroy();
      return;
    }
    byAddress.set(address, open.set(socket, null));
    // Once more round the loop: what has arrived meanwhile is read before it is judged.
    const grace = setTimeout(() => setImmediate(() => closeIfTooMany(socket, open)), GRACE);
    const forget = () => {
      clearTimeout(grace);
      open.delete(socket);
      if (open.size === 0 && byAddress.get(address) === open) byAddress.delete(address);
    };
    socket.once('close', forget);
    socket.once('upgraded', forget);
  });
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    const open = byAddress.get(socket.remoteAddress ?? '');
    if (open?.has(socket)) open.set(socket, request);
  });
  server.on('upgrade', (request: IncomingMessage) => request.socket.emit('upgraded'));
}
