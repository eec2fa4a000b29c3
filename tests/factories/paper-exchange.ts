import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { systemClock } from '../../server/lib/clock.ts';
import { createLog } from '../../server/lib/log.ts';
import { type PaperOptions, createPaperExchange } from '../../server/exchanges/paper/index.ts';
import { testDatabase } from '../setup/database.ts';

export type Fields = Record<string, string | number>;
export interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}
export interface ErrorBody {
  code: number;
  msg: string;
}
export interface OrderBody extends ErrorBody {
  symbol: string;
  orderId: number;
  orderListId: number;
  clientOrderId: string;
  type: string;
  status: string;
  origQty: string;
  executedQty: string;
  cummulativeQuoteQty: string;
  expiryReason?: string;
  fills: { price: string; qty: string; commission: string; commissionAsset: string; tradeId: number }[];
}
export interface ListBody extends ErrorBody {
  orderListId: number;
  listClientOrderId: string;
  contingencyType: string;
  listStatusType: string;
  listOrderStatus: string;
  orders: { symbol: string; orderId: number; clientOrderId: string }[];
  orderReports: OrderBody[];
}

export const sign = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(payload).digest('hex');

const asText = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** A paper exchange on a database of its own; a market stands still once its price was set. */
export async function openPaperExchange(options: Partial<PaperOptions> = {}) {
  const database = await testDatabase();
  const settings: PaperOptions = {
    db: database.db,
    clock: systemClock,
    log: createLog('silent'),
    seed: 1,
    prices: 'simulated',
    port: 0,
    control: true,
    ...options,
  };
  let exchange = createPaperExchange(settings);
  let urls = await exchange.start();

  const call = async <Body>(path: string, init: RequestInit = {}, base = urls.restUrl): Promise<Reply<Body>> => {
    const response = await fetch(base + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  };
  const control = (order: string, body: object = {}) =>
    call<{ error?: string }>(
      `/control/${order}`,
      { method: 'POST', body: JSON.stringify(body) },
      urls.controlUrl ?? 'http://control.is.off',
    );
  const price = (symbol: string, at: string) => control('price', { symbol, price: at });

  return {
    database,
    call,
    control,
    price,
    urls: () => urls,
    trader: async () => {
      const credentials = await exchange.createAccount();
      return { ...credentials, ...signedCalls(credentials, call) };
    },
    restart: async (changed: Partial<PaperOptions> = {}) => {
      await exchange.stop();
      exchange = createPaperExchange({ ...settings, ...changed });
      urls = await exchange.start();
    },
    close: async () => {
      await exchange.stop();
      await database.close();
    },
  };
}

export type PaperBench = Awaited<ReturnType<typeof openPaperExchange>>;
export type PaperTrader = Awaited<ReturnType<PaperBench['trader']>>;

/** Where XRPUSDT stands before each test of `paperBench`. */
const STARTING_PRICE = '0.5300';

/** One exchange for a test file; before each test it is as new, XRPUSDT stands at 0.5300, and `ann` is a new trader. */
export function paperBench(options: Partial<PaperOptions> = {}) {
  let bench: PaperBench | undefined;
  let ann: PaperTrader | undefined;
  beforeAll(async () => {
    bench = await openPaperExchange(options);
  });
  afterAll(() => bench?.close());
  beforeEach(async () => {
    await bench?.control('reset');
    await bench?.price('XRPUSDT', STARTING_PRICE);
    ann = await bench?.trader();
  });
  const ready = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('The paper exchange is there once the tests run.');
    return part;
  };
  return {
    get bench() {
      return ready(bench);
    },
    get ann() {
      return ready(ann);
    },
  };
}

type Call = <Body>(path: string, init?: RequestInit) => Promise<Reply<Body>>;

/** Calls signed with a key, their parameters in the query. */
export function signedCalls({ key, secret }: { key: string; secret: string }, call: Call) {
  const send = <Body>(method: string, path: string, fields: Fields): Promise<Reply<Body>> => {
    const query = new URLSearchParams({ timestamp: String(Date.now()), ...asText(fields) }).toString();
    const url = `${path}?${query}&signature=${sign(query, secret)}`;
    return call<Body>(url, { method, headers: { 'X-MBX-APIKEY': key } });
  };
  const get = <Body = ErrorBody>(path: string, fields: Fields = {}) => send<Body>('GET', path, fields);
  const post = <Body = OrderBody>(path: string, fields: Fields = {}) => send<Body>('POST', path, fields);
  return {
    get,
    post,
    put: <Body = OrderBody>(path: string, fields: Fields = {}) => send<Body>('PUT', path, fields),
    del: <Body = OrderBody>(path: string, fields: Fields = {}) => send<Body>('DELETE', path, fields),
    place: (fields: Fields) => post('/api/v3/order', { symbol: 'XRPUSDT', ...fields }),
    find: (orderId: number) => get<OrderBody>('/api/v3/order', { symbol: 'XRPUSDT', orderId }),
    placeList: (kind: string, fields: Fields) =>
      post<ListBody>(`/api/v3/orderList/${kind}`, { symbol: 'XRPUSDT', ...fields }),
    open: async () => (await get<OrderBody[]>('/api/v3/openOrders', { symbol: 'XRPUSDT' })).body,
    balances: async (): Promise<Record<string, { free: string; locked: string }>> => {
      const { body } = await get<{ balances: { asset: string; free: string; locked: string }[] }>('/api/v3/account');
      return Object.fromEntries(body.balances.map(({ asset, free, locked }) => [asset, { free, locked }]));
    },
  };
}

const limitOrder = (side: 'BUY' | 'SELL', quantity: string, price: string): Fields => ({
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity,
  price,
});
export const buyLimit = (quantity: string, price: string): Fields => limitOrder('BUY', quantity, price);
export const sellLimit = (quantity: string, price: string): Fields => limitOrder('SELL', quantity, price);

/** A buy of XRP at a limit, for the lists that such an entry begins. */
export const entry = (quantity: string, price: string): Fields => ({
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingTimeInForce: 'GTC',
  workingQuantity: quantity,
  workingPrice: price,
});
/** A take profit and a stop loss behind an entry. */
export const targets = (takeProfit: string, stopLoss: string): Fields => ({
  pendingSide: 'SELL',
  pendingAboveType: 'LIMIT_MAKER',
  pendingAbovePrice: takeProfit,
  pendingBelowType: 'STOP_LOSS',
  pendingBelowStopPrice: stopLoss,
});
/** A take profit and a stop loss of what is there. */
export const sellOco = (quantity: string, takeProfit: string, stopLoss: string): Fields => ({
  side: 'SELL',
  quantity,
  aboveType: 'LIMIT_MAKER',
  abovePrice: takeProfit,
  belowType: 'STOP_LOSS',
  belowStopPrice: stopLoss,
});
