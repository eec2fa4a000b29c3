import type { CcxtClient } from '../library.ts';

export interface ClientEvents {
  /** True when the message is dealt with; ccxt then never sees it, so that no price of it becomes a float. */
  onMessage(message: unknown): boolean;
  /** The connection failed or ended; may be reported more than once. */
  onDown(reason: string): void;
}

type Socket = ReturnType<CcxtClient['client']>;

const ignore = () => undefined;

/** A future that ccxt rejects and no caller awaits would end the process (ccxt #29321): each one gets an observer. */
function observeFutures(socket: Socket): void {
  const makeFuture = socket.future.bind(socket);
  socket.future = (hash: string) => {
    const future = makeFuture(hash);
    future.catch(ignore);
    return future;
  };
  socket.connected.catch(ignore);
}

/** Listens to ccxt's client, which serves one connection. Returns the way to end that: at once, as a polite close waits for the peer. */
export function observeClient(client: CcxtClient, events: ClientEvents): () => void {
  const sockets = new Set<Socket>();
  const openSocket = client.client.bind(client);
  const handle = client.handleMessage.bind(client);
  const onError = client.onError.bind(client);
  const onClose = client.onClose.bind(client);
  client.handleMessage = (socket: unknown, message: unknown) => {
    if (!events.onMessage(message)) handle(socket, message);
  };
  client.onError = (socket: unknown, error: unknown) => {
    onError(socket, error);
    events.onDown(error instanceof Error ? error.name : 'error');
  };
  client.onClose = (socket: unknown, event: { code?: number }) => {
    onClose(socket, event);
    events.onDown(`closed (${event.code ?? 'no code'})`);
  };
  client.client = (url) => {
    const socket = openSocket(url);
    if (!sockets.has(socket)) observeFutures(socket);
    sockets.add(socket);
    return socket;
  };
  return () => {
    for (const socket of sockets) socket.connection?.terminate();
  };
}
