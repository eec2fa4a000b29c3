import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { WebSocketServer, type WebSocket } from 'ws';

type Params = Record<string, unknown>;
/** 'reset' breaks the line, 'hang' says nothing, 'stall' begins an answer and does not end it. */
type RecordedAnswer = { status: number; headers?: Record<string, string>; body: unknown } | 'reset' | 'hang' | 'stall';
/** Several answers to one request come in their order; the last one stays. With `holds` a test says when the next comes. */
interface Exchanged {
  request: { method: string; path: string; params: Params };
  answers: RecordedAnswer[];
  holds?: boolean;
}
/** What the server says to a frame; '*' stands for anything, '$req_id' for the request's own. */
interface Turn {
  client: Params;
  server: Params[];
}
interface Scenario {
  http?: Exchanged[];
  websocket?: { path: string; turns: Turn[] }[];
  /** Frames that the server sends by itself, by name. */
  events?: Record<string, Params[]>;
}
interface SeenRequest {
  method: string;
  path: string;
  /** Without times. */
  params: Params;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

const folder = new URL('../recordings/', import.meta.url);

function readFile(market: string, file: string): Record<string, Scenario> {
  const text = readFileSync(new URL(`${market}/${file}.json`, folder), 'utf8');
  return (JSON.parse(text) as { scenarios: Record<string, Scenario> }).scenarios;
}

/** The names of a file's scenarios. */
export const scenariosOf = (market: string, file: string): string[] => Object.keys(readFile(market, file));

/** 'orders/resting': a scenario of a file. */
function readScenario(market: string, name: string): Scenario {
  const [file = '', scenario = ''] = name.split('/');
  const found = readFile(market, file)[scenario];
  if (found === undefined) throw new Error(`nothing is recorded as ${market}/${name}`);
  return found;
}

/** Times that a request names move with the clock. */
const TIMES = new Set(['startTime', 'endTime', 'start', 'end', 'start_date']);

/** A text once, a list where the query says it several times. */
function readParams(search: URLSearchParams, body: string): Params {
  const params: Params = {};
  for (const name of new Set(search.keys())) {
    const all = search.getAll(name);
    if (!TIMES.has(name)) params[name] = all.length > 1 ? all : all[0];
  }
  return body === '' ? params : { ...params, ...(JSON.parse(body) as Params) };
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://recorded');
  const { method = '', headers } = request;
  return { method, path, params: readParams(searchParams, body), query: searchParams, headers };
}

function send(response: ServerResponse, answer: RecordedAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.destroy();
    return;
  }
  if (answer === 'stall') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{');
    return;
  }
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
}

function matches(recorded: unknown, actual: unknown): boolean {
  if (recorded === '*') return true;
  if (typeof recorded !== 'object' || recorded === null) return recorded === actual;
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(recorded).every(([name, value]) => matches(value, (actual as Params)[name]));
}

const filled = (frame: Params, from: Params): string =>
  JSON.stringify(frame, (_name, value: unknown) => (value === '$req_id' ? from.req_id : value));

/** Plays what an exchange was recorded to say. A request that no recording answers fails the test, at close() at the latest. */
export async function recordedExchange(market: string, ...names: string[]) {
  const scenarios = names.map((name) => readScenario(market, name));
  const exchanged = scenarios.flatMap(({ http = [] }) => http.map((one) => ({ ...one, answers: [...one.answers] })));
  const turns = scenarios.flatMap(({ websocket = [] }) => websocket);
  const events = Object.assign({}, ...scenarios.map((scenario) => scenario.events)) as Record<string, Params[]>;
  const seen: SeenRequest[] = [];
  const unanswered: string[] = [];
  const sockets = new Set<WebSocket>();
  let connections = 0;
  let isMute = false;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const got = await read(request);
    const { method, path, params } = got;
    seen.push(got);
    const found = exchanged.find((one) => isDeepStrictEqual(one.request, { method, path, params }));
    const [answer, ...later] = found?.answers ?? [];
    if (found === undefined || answer === undefined) {
      unanswered.push(`${method} ${path} ${JSON.stringify(params)}`);
      return send(response, { status: 501, body: 'nothing recorded' });
    }
    if (later.length > 0 && !found.holds) found.answers = later;
    send(response, answer);
  }

  function frameCame(socket: WebSocket, path: string, text: string): void {
    const frame = JSON.parse(text) as Params;
    const turn = turns.filter((line) => line.path === path).flatMap((line) => line.turns);
    const found = turn.find(({ client }) => matches(client, frame));
    if (found === undefined) unanswered.push(`${path} ${text}`);
    else if (!isMute) for (const reply of found.server) socket.send(filled(reply, frame));
  }

  const server = createServer((request, response) => void respond(request, response));
  const websocket = new WebSocketServer({ server });
  websocket.on('connection', (socket, request) => {
    const path = request.url ?? '';
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data: Buffer) => frameCame(socket, path, data.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    restUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    seen,
    /** How often a path was asked. */
    asked: (route: string) => seen.filter(({ method, path }) => `${method} ${path}` === route).length,
    /** How many websockets were opened so far, and how many are open now. */
    connections: () => connections,
    open: () => sockets.size,
    /** From now on a path has its next answer. */
    goOn(path: string): void {
      for (const one of exchanged) if (one.holds && one.request.path === path) one.answers.shift();
    },
    emit(name: string): void {
      const frames = events[name];
      if (frames === undefined) throw new Error(`no event is recorded as ${name}`);
      for (const socket of sockets) for (const frame of frames) socket.send(JSON.stringify(frame));
    },
    cut(): void {
      for (const socket of sockets) socket.terminate();
    },
    /** Open, and silent. */
    mute(flag: boolean): void {
      isMute = flag;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.terminate();
      websocket.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (unanswered.length > 0) throw new Error(`nothing is recorded for:\n${unanswered.join('\n')}`);
    },
  };
}
