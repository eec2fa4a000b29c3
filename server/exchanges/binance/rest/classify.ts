import * as z from 'zod/mini';
import type { Answer, Rejection, Unknown } from '../../exchange.ts';
import { readJson } from '../binance-messages.ts';
import { sentenceFor, type Errand } from './sentences.ts';

const ErrorBody = z.object({ code: z.int(), msg: z.string() });

/** These say nothing about what was done: -1000 unknown, -1001 internal, -1006 and -1007 'execution status unknown'. */
const STATUS_UNKNOWN = new Set([-1000, -1001, -1006, -1007]);

export const TOO_MANY_REQUESTS = -1003;
export const TOO_MANY_ORDERS = -1015;

export interface Answered {
  status: number;
  body: string;
  /** Ms, where the answer named one. */
  retryAfter: number | undefined;
  errand: Errand;
  /** Cut out of the exchange's words, should they quote them. */
  secrets: readonly string[];
}

const unknown = (reason: string): Unknown => ({ outcome: 'unknown', reason });
export const unreadable = () => unknown('Binance answered something unreadable.');

const SIGNATURE = /[0-9a-z]{48,}/gi;
const LONGEST = 300;
const clean = (message: string, secrets: readonly string[]) =>
  secrets
    .filter((secret) => secret.length >= 8)
    .reduce((text, secret) => text.replaceAll(secret, '[cut]'), message)
    .replace(SIGNATURE, '[cut]')
    .slice(0, LONGEST);

export function rejection(refused: { code: number; message: string; errand: Errand; retryAfter?: number | undefined }) {
  const { code, message, retryAfter } = refused;
  const value: Rejection = { outcome: 'rejected', code, message, sentence: sentenceFor(refused) };
  if (retryAfter !== undefined) value.retryAfter = retryAfter;
  return value;
}

/** Rejected only on a documented refusal; whatever says nothing certain is unknown (reliability: outcome classes). */
export function classify(answered: Answered): Answer<unknown> {
  const { status, errand, retryAfter } = answered;
  const body = readJson(answered.body);
  if (status >= 200 && status < 300) {
    return body === undefined ? unreadable() : { outcome: 'ok', value: body };
  }
  const error = ErrorBody.safeParse(body);
  if (!error.success) return unknown(`Binance answered ${status} without a reason.`);
  const { code, msg } = error.data;
  if (status < 400 || status >= 500 || STATUS_UNKNOWN.has(code))
    return unknown(`Binance answered ${status} (${code}).`);
  return rejection({ code, message: clean(msg, answered.secrets), errand, retryAfter });
}

/** Only the error's code is given: messages of the network layer may quote what was sent. */
export function unanswered(error: unknown, timeout: number): Unknown {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return unknown(`No answer from Binance within ${timeout / 1000} s.`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  return unknown(`The connection to Binance failed (${code}).`);
}
