import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Pool } from 'undici';
import { readJson } from '../wire.ts';

const CONNECTIONS = 64;
const IDLE = 20_000;
const CLOSE_GRACE = 1_000;
const unzip = promisify(gunzip);

/** A request as it was signed: not a letter of it may change. */
export interface SignedRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpAnswer {
  status: number;
  text: string;
  /** Undefined where the text is no JSON. */
  body: unknown;
  header(name: string): string | undefined;
}

export interface Transport {
  /** Throws when no whole answer came; never sends anything twice. */
  send(request: SignedRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** One pool for all keys; the time-out covers the body too, which ccxt's own does not. Redirects are not followed. */
export function createTransport(origin: string, timeout: number): Transport {
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: IDLE,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout },
  });
  let closing: Promise<void> | undefined;
  async function end(): Promise<void> {
    const grace = setTimeout(() => void pool.destroy(), CLOSE_GRACE);
    await pool.close().finally(() => clearTimeout(grace));
  }
  return {
    async send({ method, url, headers, body }) {
      const { pathname, search } = new URL(url);
      const answer = await pool.request({
        method,
        path: pathname + search,
        body: body ?? null,
        headers: { ...headers, 'accept-encoding': 'gzip' },
        signal: AbortSignal.timeout(timeout),
      });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      const text = (answer.headers['content-encoding'] === 'gzip' ? await unzip(bytes) : bytes).toString();
      return {
        status: answer.statusCode,
        text,
        body: readJson(text),
        header(name) {
          const value = answer.headers[name];
          return Array.isArray(value) ? value[0] : value;
        },
      };
    },
    async close() {
      closing ??= end();
      return closing;
    },
  };
}
