import { createHttpPool } from '../../connecting/http-pool.ts';
import { encodeParams, signedQuery, type Params } from './sign.ts';
import type { Credentials } from '../../exchange.ts';

const CONNECTIONS = 128;

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

const numberIn = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;

function headersFor(request: HttpRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  if (request.apiKey !== undefined) headers['x-mbx-apikey'] = request.apiKey;
  if (request.body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  return headers;
}

/** One pool for all keys. */
export function createTransport(origin: string, timeout: number): Transport {
  const pool = createHttpPool(origin, { connections: CONNECTIONS, timeout });
  return {
    async send(request) {
      const { method, path, body } = request;
      const { status, text, header } = await pool.send({ method, path, body, headers: headersFor(request) });
      const wait = numberIn(header('retry-after'));
      return {
        status,
        body: text,
        retryAfter: wait === undefined ? undefined : wait * 1000,
        usedWeight: numberIn(header('x-mbx-used-weight-1m')),
      };
    },
    close: pool.close,
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
