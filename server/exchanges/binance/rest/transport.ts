import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Pool } from 'undici';
import { encodeParams, signedQuery, type Params } from './sign.ts';
import type { Credentials } from '../../exchange.ts';

const CONNECTIONS = 128;
const IDLE = 20_000;
const CLOSE_GRACE = 1_000;
const unzip = promisify(gunzip);

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: string;
  apiKey?: string;
}

export interface HttpAnswer {
  status: number;
  body: string;
  /** Ms. */
  retryAfter: number | undefined;
  usedWeight: number | undefined;
}

export interface Transport {
  /** Throws when no whole answer came; never sends anything twice. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

const numberIn = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d+$/.test(header) ? Number(header) : undefined;

function headersFor(request: HttpRequest): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'gzip' };
  if (request.apiKey !== undefined) headers['x-mbx-apikey'] = request.apiKey;
  if (request.body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  return headers;
}

/** One warm pool for the host: global fetch costs five times as much when an order fans out to its copies. */
export function createTransport(origin: string, timeout: number): Transport {
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: IDLE,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout },
  });
  return {
    async send(request) {
      const { method, path, body } = request;
      const answer = await pool.request({
        method,
        path,
        body: body ?? null,
        headers: headersFor(request),
        signal: AbortSignal.timeout(timeout),
      });
      const zipped = answer.headers['content-encoding'] === 'gzip';
      const bytes = zipped ? await unzip(Buffer.from(await answer.body.arrayBuffer())) : await answer.body.text();
      const wait = numberIn(answer.headers['retry-after']);
      return {
        status: answer.statusCode,
        body: bytes.toString(),
        retryAfter: wait === undefined ? undefined : wait * 1000,
        usedWeight: numberIn(answer.headers['x-mbx-used-weight-1m']),
      };
    },
    async close() {
      const grace = setTimeout(() => void pool.destroy(), CLOSE_GRACE);
      await pool.close().finally(() => clearTimeout(grace));
    },
  };
}

/** Reads and cancellations carry their parameters in the query, orders in the body: a query ends up in other people's logs. */
export function composeRequest(
  call: { method: HttpRequest['method']; path: string; params: Params },
  credentials?: Credentials,
): HttpRequest {
  const { method, path, params } = call;
  const query = credentials === undefined ? encodeParams(params) : signedQuery(credentials.secret, params);
  const request: HttpRequest = method === 'POST' ? { method, path, body: query } : { method, path };
  if (method !== 'POST' && query !== '') request.path = `${path}?${query}`;
  if (credentials !== undefined) request.apiKey = credentials.apiKey;
  return request;
}
