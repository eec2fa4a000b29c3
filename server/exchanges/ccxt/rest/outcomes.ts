import type { Rejection, Unknown } from '../../exchange.ts';

/** What was asked, as the sentence names it. */
export type Errand = 'order' | 'cancellation' | 'request';

export interface Refused {
  code: number;
  message: string;
  /** Ms, where the exchange named a time. */
  retryAfter?: number | undefined;
}

/** What a header can carry. */
export const HEADER_TEXT = /^[\u0021-\u007e]+$/;

export const unknown = (reason: string): Unknown => ({ outcome: 'unknown', reason });

/** The spec's words, for the exchanges' own refusals that mean the same. */
export const RANGE_SENTENCE =
  'Request falls outside the acceptable price range based on the average of previous trades';
export const LEAST_TOTAL_SENTENCE = 'Total value of the order should be more than 6USDT';

const SIGNATURE = /[\w+/=-]{48,}/g;
const LONGEST = 300;

/** An exchange's words without what they may quote of the request. */
export const clean = (message: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= 8)
    .reduce((text, secret) => text.replaceAll(secret, '[cut]'), message)
    .replace(SIGNATURE, '[cut]')
    .slice(0, LONGEST);

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function spoken(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}

interface Voice {
  /** The exchange's name. */
  name: string;
  /** Our own sentence for a refusal, where the spec or the exchange's terseness calls for one. */
  sentence(refused: Refused): string | undefined;
}

/** Refusals in an exchange's name. */
export function createRefusals({ name, sentence }: Voice) {
  return (refused: Refused, errand: Errand): Rejection => {
    const { code, message, retryAfter } = refused;
    const native = message.trim().replace(/\.+$/, '');
    const waits = `${name} takes no more requests for now. Try again in ${spoken(retryAfter ?? 0)}.`;
    const said = retryAfter === undefined ? `${name} refused the ${errand}: ${native}.` : waits;
    const value: Rejection = { outcome: 'rejected', code, message, sentence: sentence(refused) ?? said };
    if (retryAfter !== undefined) value.retryAfter = retryAfter;
    return value;
  };
}

/** Only the error's code is given: messages of the network layer may quote what was sent. */
export function unanswered(name: string, error: unknown, timeout: number): Unknown {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return unknown(`No answer from ${name} within ${timeout / 1000} s.`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  return unknown(`The connection to ${name} failed (${code}).`);
}
