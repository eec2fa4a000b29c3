import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

export interface SeenRequest {
  method: string;
  path: string;
  query: string;
  body: string;
  /** Of query and body together. */
  params: URLSearchParams;
  apiKey: string | undefined;
}

/** 'hang' never answers, 'reset' breaks the line after the request was read whole. */
export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'hang' | 'reset';
type Handler = (request: SeenRequest) => Reply;
type Frame = { method?: string; id?: string | number; params?: unknown };

async function read(request: IncomingMessage): Promise<SeenRequest> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const apiKey = request.headers['x-mbx-apikey'];
  return {
    method: request.method ?? '',
    path,
    query,
    body,
    params: new URLSearchParams([query, body].filter((part) => part !== '').join('&')),
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    response.destroy();
    return;
  }
  const { status = 200, body = {}, headers = {} } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const filters = [
  { filterType: 'PRICE_FILTER', minPrice: '0.0001', maxPrice: '1000', tickSize: '0.00010000' },
  { filterType: 'LOT_SIZE', minQty: '0.1', maxQty: '900000', stepSize: '0.10000000' },
  { filterType: 'MARKET_LOT_SIZE', minQty: '0.00000000', maxQty: '800000', stepSize: '0.00000000' },
  { filterType: 'NOTIONAL', minNotional: '5.00000000', maxNotional: '9000000.00000000' },
  {
    filterType: 'PERCENT_PRICE_BY_SIDE',
    bidMultiplierUp: '1.2',
    bidMultiplierDown: '0.2',
    askMultiplierUp: '5',
    askMultiplierDown: '0.8',
    avgPriceMins: 5,
  },
  {
    filterType: 'TRAILING_DELTA',
    minTrailingAboveDelta: 10,
    maxTrailingAboveDelta: 2000,
    minTrailingBelowDelta: 20,
    maxTrailingBelowDelta: 1000,
  },
  { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
  { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 },
  { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: 20 },
];
const xrp = {
  symbol: 'XRPUSDT',
  status: 'TRADING',
  allowTrailingStop: true,
  baseAsset: 'XRP',
  quoteAsset: 'USDT',
  orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
  ocoAllowed: true,
  otoAllowed: true,
  opoAllowed: true,
  filters,
};

/** Answers what a test tells it to, over HTTP and websocket, for what no well-behaved exchange does. */
export async function scriptedExchange() {
  const seen: SeenRequest[] = [];
  const handlers = new Map<string, Handler>([
    ['GET /api/v3/ping', () => ({})],
    ['GET /api/v3/time', () => ({ body: { serverTime: Date.now() } })],
    ['GET /api/v3/exchangeInfo', () => ({ body: { rateLimits: [], symbols: [xrp] } })],
  ]);
  let onFrame: (socket: WebSocket, frame: Frame, path: string) => void = () => {};
  const connections: { socket: WebSocket; path: string }[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const got = await read(request);
    seen.push(got);
    const handler = handlers.get(`${got.method} ${got.path}`);
    answer(response, handler?.(got) ?? { status: 404, body: '<html>' });
  }
  const server = createServer((request, response) => void respond(request, response));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    const path = request.url ?? '';
    connections.push({ socket, path });
    socket.on('message', (data: Buffer) => onFrame(socket, JSON.parse(data.toString()) as Frame, path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    urls: {
      restUrl: `http://127.0.0.1:${port}`,
      wsUrl: `ws://127.0.0.1:${port}`,
      wsApiUrl: `ws://127.0.0.1:${port}/ws-api/v3`,
    },
    seen,
    /** How often a route was asked. */
    asked: (route: string) => seen.filter(({ method, path }) => `${method} ${path}` === route).length,
    /** `route` as 'GET /api/v3/time'. */
    on: (route: string, handler: Handler) => void handlers.set(route, handler),
    onFrame: (handler: typeof onFrame) => {
      onFrame = handler;
    },
    connections,
    symbol: xrp,
    async close(): Promise<void> {
      for (const { socket } of connections) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
