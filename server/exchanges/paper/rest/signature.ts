import { createHmac, timingSafeEqual } from 'node:crypto';
import { refusal } from '../binance-error.ts';
import type { Account } from '../books/account.ts';
import { type Parameters, mandatory, recvWindow, required, timeParameter } from './parameters.ts';

const KEY_FORMAT = /^[A-Za-z0-9]{64}$/;
const AHEAD_MS = 1000;

const withoutSignature = (text: string): string =>
  text
    .split('&')
    .filter((part) => !part.startsWith('signature='))
    .join('&');

/** What a REST request signs: query and body as sent, one after the other, less the signature itself. */
export const restPayload = (query: string, body: string): string => withoutSignature(query) + withoutSignature(body);

/** What a websocket request signs: its parameters sorted by name, less the signature itself. */
export const socketPayload = (parameters: Parameters): string =>
  [...parameters]
    .filter(([name]) => name !== 'signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

function isSigned(payload: string, secret: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(expected.length);
  return timingSafeEqual(expected, given);
}

export interface SignedRequest {
  apiKey: string | undefined;
  parameters: Parameters;
  payload: string;
  /** The caller's address. */
  address: string;
  /** The wallet's calls (sapi) say more about a key they refuse. */
  wallet?: boolean;
}

const unknownKey = ({ wallet }: SignedRequest) => (wallet ? refusal(-2008, 'Invalid Api-Key ID.') : refusal(-2015));
const foreignAddress = ({ wallet, address }: SignedRequest) =>
  refusal(-2015, wallet ? `Invalid API-key, IP, or permissions for action, request ip: ${address}` : undefined);

export interface Authority {
  account: (apiKey: string) => Promise<Account | null> | Account;
  now: () => number;
}

function checkTime(timestamp: number, window: number, now: number): void {
  if (timestamp >= now + AHEAD_MS) {
    throw refusal(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
  }
  if (now - timestamp > window) throw refusal(-1021);
}

/** The account that signed a request, or Binance's refusal; -2015 says key, address and rights in one sentence. */
export async function authenticate(request: SignedRequest, authority: Authority): Promise<Account> {
  const { apiKey, parameters } = request;
  if (!apiKey || !KEY_FORMAT.test(apiKey)) throw refusal(-2014);
  const timestamp = required(timeParameter(parameters, 'timestamp'), 'timestamp');
  const signature = parameters.get('signature');
  if (signature === undefined) throw mandatory('signature');
  const window = recvWindow(parameters);
  const account = await authority.account(apiKey);
  if (!account || account.rights.revoked) throw unknownKey(request);
  checkTime(timestamp, window, authority.now());
  if (!isSigned(request.payload, account.secret, signature)) throw refusal(-1022);
  if (account.rights.ip !== null && account.rights.ip !== request.address) throw foreignAddress(request);
  return account;
}
