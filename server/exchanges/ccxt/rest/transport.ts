import { createHttpPool } from '../../connecting/http-pool.ts';
import { readJson } from '../wire-values.ts';

const CONNECTIONS = 64;

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

/** One pool for all keys; the time-out covers the body too, which ccxt's own does not. */
export function createTransport(origin: string, timeout: number): Transport {
  const pool = createHttpPool(origin, { connections: CONNECTIONS, timeout });
  return {
    async send({ method, url, headers, body }) {
      const { pathname, search } = new URL(url);
      const answer = await pool.send({ method, path: pathname + search, body, headers });
      return { ...answer, body: readJson(answer.text) };
    },
    close: pool.close,
  };
}
