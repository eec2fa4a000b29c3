import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Connections in turn to whichever of the addresses accepts them, as a load balancer does. Listens at any free port if none is given. */
export async function openProxy(ports: readonly number[], at = 0) {
  const open = new Set<Socket>();
  let turn = 0;

  function track(socket: Socket): Socket {
    open.add(socket);
    return socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
  }

  /** Before anything is forwarded, so that a process which is down costs a client nothing. */
  function forward(client: Socket, triesLeft: number): void {
    const port = ports[(turn += 1) % ports.length] ?? 0;
    const backend = track(connect(port, '127.0.0.1'));
    const next = () => (triesLeft > 1 ? forward(client, triesLeft - 1) : client.destroy());
    backend.once('error', next);
    backend.once('connect', () => {
      backend.off('error', next);
      client.pipe(backend).pipe(client);
      client.once('close', () => backend.destroy());
      backend.once('close', () => client.destroy());
    });
  }

  const server = createServer((client) => forward(track(client), ports.length));
  await new Promise<void>((done) => void server.listen(at, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((done) => void server.close(done));
    },
  };
}
