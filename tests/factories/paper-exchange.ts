import { createHmac } from 'node:crypto';
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
  clientOrderId: string;
  status: string;
  executedQty: string;
  cummulativeQuoteQty: string;
  fills: { price: string; qty: string; commission: string; commissionAsset: string; tradeId: number }[];
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
    del: <Body = OrderBody>(path: string, fields: Fields = {}) => send<Body>('DELETE', path, fields),
    place: (fields: Fields) => post('/api/v3/order', { symbol: 'XRPUSDT', ...fields }),
    find: (orderId: number) => get<OrderBody>('/api/v3/order', { symbol: 'XRPUSDT', orderId }),
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
