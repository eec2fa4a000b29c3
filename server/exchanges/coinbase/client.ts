import type { Credentials } from '../exchange.ts';
import { clientConfig, loadCcxt } from '../ccxt/library.ts';
import type { Dialect } from '../ccxt/rest/rest.ts';

const RECV_WINDOW = 5_000;

/** A downloaded key file holds its line ends as '\n' in letters, and people paste it so. */
const unescaped = (secret: string): string => secret.trim().replaceAll(String.raw`\n`, '\n');

const PRIVATE_KEY = /^-----BEGIN [A-Z ]*PRIVATE KEY-----\n/;
const ED25519_KEY = /^[\w+/]{86}==$/;

/** Keys of the old kind, with a secret of another form, are no longer taken by Coinbase. */
export function isPrivateKey(secret: string): boolean {
  const text = unescaped(secret);
  return PRIVATE_KEY.test(text) || ED25519_KEY.test(text);
}

/** ccxt's Coinbase, at our address. */
export async function makeClient({ restUrl }: { restUrl: string }, now: () => number) {
  const { coinbase } = await loadCcxt();
  return new coinbase({ ...clientConfig({ now, recvWindow: RECV_WINDOW }), urls: { api: { rest: restUrl } } });
}
export type CoinbaseClient = Awaited<ReturnType<typeof makeClient>>;

/** One client signs for every key: signing is one step, so no other key can come between. */
export function createSigner(address: { restUrl: string }, now: () => number): Dialect['sign'] {
  let making: Promise<CoinbaseClient> | undefined;
  return async ({ method, path, params, isPrivate }, credentials?: Credentials) => {
    making ??= makeClient(address, now);
    const client = await making;
    client.apiKey = credentials?.apiKey ?? '';
    client.secret = unescaped(credentials?.secret ?? '');
    try {
      const signed = client.sign(path, ['v3', isPrivate ? 'private' : 'public'], method, params) as {
        url: string;
        headers?: Record<string, string>;
        body?: string;
      };
      const { url, headers = {}, body } = signed;
      return { method, url, headers, ...(body === undefined ? {} : { body }) };
    } finally {
      client.secret = '';
    }
  };
}
