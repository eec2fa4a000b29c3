import type { Credentials } from '../exchange.ts';
import { clientConfig, loadCcxt } from '../ccxt/library.ts';
import type { Dialect } from '../ccxt/rest/rest.ts';

const RECV_WINDOW = 5_000;

export interface Addresses {
  /** An origin: https://api.bybit.com. */
  restUrl: string;
  /** An origin: wss://stream.bybit.com. */
  wsUrl: string;
}

/** ccxt's Bybit, at our addresses. */
export async function makeClient({ restUrl }: Addresses, now: () => number) {
  const { bybit } = await loadCcxt();
  return new bybit({
    ...clientConfig({ now, recvWindow: RECV_WINDOW }),
    urls: { api: { public: restUrl, private: restUrl } },
  });
}
export type BybitClient = Awaited<ReturnType<typeof makeClient>>;

/** One client signs for every key: signing is one step, so no other key can come between. */
export function createSigner(addresses: Addresses, now: () => number): Dialect['sign'] {
  let making: Promise<BybitClient> | undefined;
  return async ({ method, path, params, isPrivate }, credentials?: Credentials) => {
    making ??= makeClient(addresses, now);
    const client = await making;
    client.apiKey = credentials?.apiKey ?? '';
    client.secret = credentials?.secret ?? '';
    const signed = client.sign(path, isPrivate ? 'private' : 'public', method, params) as {
      url: string;
      headers?: Record<string, string>;
      body?: string;
    };
    client.secret = '';
    // ccxt names itself as the broker of every order.
    const { Referer: _broker, ...headers } = signed.headers ?? {};
    return { method, url: signed.url, headers, ...(signed.body === undefined ? {} : { body: signed.body }) };
  };
}
