import * as z from 'zod/mini';
import { SECOND } from '#contracts/rules/time.ts';
import { NOT_SENT } from '../refusals.ts';
import type { Dialect, Rest, Verdict } from '../ccxt/rest/rest.ts';
import { HEADER_TEXT, LEAST_TOTAL_SENTENCE, type Refused } from '../ccxt/rest/outcomes.ts';
import type { HttpAnswer } from '../ccxt/rest/transport.ts';
import { isPrivateKey } from './client.ts';

/** Coinbase numbers no refusals: the code is the HTTP status, and its own word leads the message. */
const UNAUTHORIZED = 401;
const TIMED_OUT = 408;
const TOO_MANY = 429;

const NotDone = z.object({
  success: z.literal(false),
  error_response: z.object({
    error: z.optional(z.string()),
    message: z.optional(z.string()),
    error_details: z.optional(z.string()),
    preview_failure_reason: z.optional(z.string()),
    new_order_failure_reason: z.optional(z.string()),
  }),
});
type NotDone = z.output<typeof NotDone>;
const ErrorBody = z.object({
  error: z.string(),
  message: z.optional(z.string()),
  error_details: z.optional(z.string()),
});
const ServerTime = z.object({ epochMillis: z.string().check(z.regex(/^\d{13}$/)) });

const says = (word: string | undefined): word is string =>
  word !== undefined && word !== '' && !word.startsWith('UNKNOWN_');
const joined = (word: string, text: string | undefined) => (says(text) && text !== word ? `${word}: ${text}` : word);

/** A refusal without any reason says too little to forget the order. */
function judgeNotDone({ error_response: said }: NotDone, status: number): Verdict {
  const word = [said.error, said.preview_failure_reason, said.new_order_failure_reason].find(says);
  if (word === undefined) return { kind: 'unclear', reason: 'Coinbase refused without a reason.' };
  return { kind: 'refused', code: status, message: joined(word, said.message ?? said.error_details) };
}

function wordsIn(body: unknown): string | undefined {
  const error = ErrorBody.safeParse(body);
  return error.success ? joined(error.data.error, error.data.message ?? error.data.error_details) : undefined;
}

function judgeError(answer: HttpAnswer): Verdict {
  const { status: code } = answer;
  const message = wordsIn(answer.body);
  if (code === TOO_MANY) return tooManyVerdict(answer, message);
  // Plain text at times: nothing was done for a caller that is not let in.
  if (code === UNAUTHORIZED) return { kind: 'refused', code, message: message ?? 'Unauthorized' };
  const isSure = code >= 400 && code < 500 && code !== TIMED_OUT;
  if (isSure && message !== undefined) return { kind: 'refused', code, message };
  return { kind: 'unclear', reason: `Coinbase answered ${code} without a reason.` };
}

function judge(answer: HttpAnswer): Verdict {
  const { status, body } = answer;
  const notDone = NotDone.safeParse(body);
  if (notDone.success) return judgeNotDone(notDone.data, status);
  if (status < 200 || status >= 300) return judgeError(answer);
  return body === undefined ? { kind: 'unclear', reason: 'Coinbase answered something unreadable.' } : { kind: 'ok' };
}

function tooManyVerdict(answer: HttpAnswer, words: string | undefined): Verdict {
  const seconds = Number(answer.header('retry-after'));
  const pause = Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND : SECOND;
  return { kind: 'refused', code: TOO_MANY, message: words ?? 'rate_limit_exceeded', retryAfter: pause, pause };
}

async function readTime(rest: Rest): Promise<number | undefined> {
  const answer = await rest.ask({ path: 'brokerage/time', urgent: true, answer: ServerTime });
  return answer.outcome === 'ok' ? Number(answer.value.epochMillis) : undefined;
}

const BAD_SECRET = { code: NOT_SENT, message: 'The secret is no private key' };

export const isBalance = ({ message }: Refused): boolean => /INSUFFICIENT_(FUND|LEDGER_BALANCE)/.test(message);

export const dialect: Omit<Dialect, 'sign'> = {
  name: 'Coinbase',
  limit: { requests: 30, windowMs: SECOND },
  tooMany: { code: TOO_MANY, message: 'rate_limit_exceeded; not sent.' },
  misshapen({ apiKey, secret }) {
    if (!HEADER_TEXT.test(apiKey)) return { code: UNAUTHORIZED, message: 'Unauthorized' };
    return isPrivateKey(secret) ? undefined : BAD_SECRET;
  },
  badSecret: BAD_SECRET,
  judge,
  sentence: ({ message }) => (/_SIZE_TOO_SMALL/.test(message) ? LEAST_TOTAL_SENTENCE : undefined),
  isClockRefusal: () => false,
  readTime,
};
