import { createHmac, timingSafeEqual } from 'node:crypto';
import { Big } from 'big.js';
import { decimals } from '../../../lib/decimal.ts';
import type { PaperAccount } from '../paper-account.ts';
import { refusal } from '../binance-error.ts';
import { type Parameters, mandatory, recvWindow, required, wholeParameter } from './parameters.ts';

const KEY_FORMAT = /^[A-Za-z0-9]{64}$/;
/** All in microseconds: timestamps may be, and recvWindow has three decimals. */
const AHEAD = 1_000_000;
const MICROSECONDS_FROM = 1e15;
const WINDOW_DECIMALS = 3;

const withoutSignature = (text: string): string =>
  text
    .split('&')
    .filter((part) => !part.startsWith('signature='))
    .join('&');

/**
 * What a REST request signs: query and body as sent, one after the other, less the signature itself. Null when it is not
 * percent-encoded, which is refused whatever its signature (changelog: since 2026-01-15).
 */
export function restPayload(query: string, body: string): string | null {
  const payload = withoutSignature(query) + withoutSignature(body);
  return /[^\x21-\x7e]/.test(payload) ? null : payload;
}

/** What a websocket request signs: its parameters sorted by name, less the signature itself, without any encoding. */
export const socketPayload = (parameters: Parameters): string =>
  [...parameters]
    .filter(([name]) => name !== 'signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

function isSigned(payload: string, secret: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(expected.length);
  return timingSafeEqual(expected, given);
}

export interface SignedRequest {
  apiKey: string | undefined;
  parameters: Parameters;
  /** What the signature is made over; null cannot be signed. */
  payload: string | null;
  /** The caller's address. */
  address: string;
  /** The wallet's calls (sapi) give a more detailed refusal of a key. */
  wallet?: boolean;
}

const unknownKey = ({ wallet }: SignedRequest) => (wallet ? refusal(-2008, 'Invalid Api-Key ID.') : refusal(-2015));
const foreignAddress = ({ wallet, address }: SignedRequest) =>
  refusal(-2015, wallet ? `Invalid API-key, IP, or permissions for action, request ip: ${address}` : undefined);

export interface Authority {
  account: (apiKey: string) => Promise<PaperAccount | null> | PaperAccount;
  now: () => number;
}

interface Validity {
  timestamp: number;
  window: number;
}

/** For how long the request is good, in microseconds. */
function readValidity(parameters: Parameters): Validity {
  const given = required(wholeParameter(parameters, 'timestamp'), 'timestamp');
  const window = recvWindow(parameters);
  const text = parameters.get('recvWindow');
  if (text !== undefined && decimals(new Big(text)) > WINDOW_DECIMALS) {
    throw refusal(-1111, "Parameter 'recvWindow' has too much precision.");
  }
  return { timestamp: given >= MICROSECONDS_FROM ? given : given * 1000, window: Math.round(window * 1000) };
}

function checkTime({ timestamp, window }: Validity, now: number): void {
  if (timestamp >= now + AHEAD) {
    throw refusal(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
  }
  if (now - timestamp > window) throw refusal(-1021);
}

/** The account that signed a request. Throws the refusal; -2015 stands for key, address and rights alike. */
export async function authenticate(request: SignedRequest, authority: Authority): Promise<PaperAccount> {
  const { apiKey, parameters, payload } = request;
  if (!apiKey || !KEY_FORMAT.test(apiKey)) throw refusal(-2014);
  const signature = parameters.get('signature');
  const validity = readValidity(parameters);
  if (signature === undefined) throw mandatory('signature');
  const account = await authority.account(apiKey);
  if (!account || account.rights.revoked) throw unknownKey(request);
  checkTime(validity, authority.now() * 1000);
  if (payload === null || !isSigned(payload, account.secret, signature)) throw refusal(-1022);
  if (account.rights.ip !== null && account.rights.ip !== request.address) throw foreignAddress(request);
  return account;
}
