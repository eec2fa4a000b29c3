import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const PATIENCE = 60_000;
/** Comes by itself after a sign-up: it is found by its subject only. */
const WELCOME = 'Prove your address';

async function after(wait: Promise<void>, done: () => void): Promise<void> {
  await wait;
  done();
}

/** A real mail server that keeps what it is sent. */
export async function mailListener({ port = 0 }: { port?: number } = {}) {
  const kept: { to: string; raw: Buffer }[] = [];
  const arrivals = new EventEmitter();
  let refusals = 0;
  let forgotten = 0;
  let answering = Promise.resolve();
  let greeting = Promise.resolve();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_, callback) => {
      connections += 1;
      void after(greeting, callback);
    },
    onRcptTo: (_, __, callback) => {
      if (refusals === 0) return callback();
      refusals -= 1;
      return callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
    },
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo) kept.push({ to: address, raw: Buffer.concat(chunks) });
        arrivals.emit('mail');
        if (forgotten === 0) return void after(answering, callback);
        forgotten -= 1;
        return callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const { port: open } = listening.address() as AddressInfo;
  const to = (address: string) => kept.filter((one) => one.to === address);
  return {
    url: `smtp://127.0.0.1:${open}`,
    port: open,
    /** Everything that came for this address so far. */
    to,
    /** The newest mail for an address, once there are so many; of this subject only, where one is given. */
    async mailTo(address: string, { count = 1, subject }: { count?: number; subject?: string } = {}) {
      const signal = AbortSignal.timeout(PATIENCE);
      for (;;) {
        const seen = kept.length;
        const all = await Promise.all(to(address).map(({ raw }) => PostalMime.parse(raw)));
        const found = all.filter((mail) =>
          subject === undefined ? mail.subject !== WELCOME : mail.subject === subject,
        );
        const last = found.at(-1);
        if (last && found.length >= count) return last;
        if (kept.length === seen) await once(arrivals, 'mail', { signal });
      }
    },
    /** Refuses the next mails for the moment. */
    refuseNext: (times: number) => {
      refusals = times;
    },
    /** Takes the next mails, and says that it did not. */
    denyNext: (times: number) => {
      forgotten = times;
    },
    /** Takes mails, and does not say so before it is let go. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      answering = promise;
      return resolve;
    },
    /** Takes connections, and says nothing before it is let go. */
    holdGreetings() {
      const { promise, resolve } = Promise.withResolvers<void>();
      greeting = promise;
      return resolve;
    },
    connections: () => connections,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
export type MailListener = Awaited<ReturnType<typeof mailListener>>;

/** Takes connections and never says a word. */
export async function silentListener() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
