import { createHmac } from 'node:crypto';

export type Params = Record<string, string | number | undefined>;

/** Percent-encoded, in the order given: exactly the text that is signed must be sent (-1022 otherwise). */
export const encodeParams = (params: Params): string =>
  Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

export const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

export function signedQuery(secret: string, params: Params): string {
  const payload = encodeParams(params);
  return `${payload}&signature=${hmac(secret, payload)}`;
}

/** The websocket API signs its parameters in alphabetical order. */
export function signedParams(secret: string, params: Record<string, string | number>): Params {
  const sorted = Object.fromEntries(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...sorted, signature: hmac(secret, encodeParams(sorted)) };
}
