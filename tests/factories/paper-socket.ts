import { beforeEach } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { until } from '../setup/until.ts';
import { type Fields, paperBench, sign } from './paper-exchange.ts';

/** Anything the exchange may say on a websocket; `kind` in `error` and the like is read by the test that expects it. */
export interface Message {
  [name: string]: unknown;
  id?: unknown;
  stream?: string;
  data?: Record<string, unknown>;
  event?: Record<string, unknown>;
}

/** A client that keeps all it was told. */
export async function openSocket(url: string, options: ClientOptions = {}) {
  const socket = new WebSocket(url, options);
  const messages: Message[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const send = (message: object) => socket.send(JSON.stringify(message));
  /** The first message so far, or yet to come, that fits. */
  const find = (fits: (message: Message) => boolean) =>
    until(() => {
      const found = messages.find(fits);
      if (!found) throw new Error(`not among ${JSON.stringify(messages).slice(0, 2000)}`);
      return found;
    });
  let lastId = 0;
  return {
    socket,
    messages,
    /** Resolves with the code that it was closed with. */
    closed,
    send,
    until: find,
    ask: (method: string, params?: unknown) => {
      lastId += 1;
      const id = lastId;
      send({ id, method, ...(params === undefined ? {} : { params }) });
      return find((message) => message.id === id);
    },
  };
}

export type PaperSocket = Awaited<ReturnType<typeof openSocket>>;

/** Parameters signed as the websocket API wants them: sorted by name, nothing encoded. */
export function signedParams({ key, secret }: { key: string; secret: string }, fields: Fields = {}) {
  const params: Fields = { timestamp: Date.now(), ...fields, apiKey: key };
  const payload = Object.entries(params)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return { ...params, apiKey: key, signature: sign(payload, secret) };
}

/** `paperBench` with a new client of the websocket API before each test. Without `now` its clock runs. */
export function paperSocketBench(now?: number) {
  const paper = paperBench(now === undefined ? {} : { clock: () => now });
  const stamp: Fields = now === undefined ? {} : { timestamp: now };
  let client: PaperSocket | undefined;
  beforeEach(async () => {
    client?.socket.terminate();
    client = await openSocket(paper.bench.urls().wsApiUrl);
  });
  const ready = (): PaperSocket => {
    if (client === undefined) throw new Error('The client is there once the tests run.');
    return client;
  };
  const stamped = (fields: Fields = {}) => signedParams(paper.ann, { ...stamp, ...fields });
  return {
    paper,
    get client() {
      return ready();
    },
    stamped,
    signed: (method: string, fields: Fields = {}) => ready().ask(method, stamped(fields)),
  };
}
