import * as z from 'zod/mini';
import type { Dialect, Rest, Verdict } from '../ccxt/rest/rest.ts';
import { HEADER_TEXT, LEAST_TOTAL_SENTENCE, RANGE_SENTENCE, type Refused } from '../ccxt/rest/outcomes.ts';
import type { HttpAnswer } from '../ccxt/rest/transport.ts';
import { result } from './bybit-messages.ts';

// Codes: https://bybit-exchange.github.io/docs/v5/error
const TOO_MANY_VISITS = 10006;
const CLOCK = 10002;
/** These say nothing about what was done. */
const STATUS_UNKNOWN = new Set([
  -1, 10000, 10016, 10019, 170001, 170007, 170032, 170035, 170146, 170147, 170212, 170234,
]);
const PRICE_OUT_OF_RANGE = new Set([110003, 170132, 170133, 170192, 170193, 170194, 170203, 170204, 170371, 170372]);
const ORDER_VALUE_TOO_LOW = new Set([170140]);

const BALANCE_TOO_LOW = new Set([110004, 110007, 170033, 170131]);

const IP_BAN = 600_000;
const SYSTEM_BUSY = 1_000;

const Body = z.object({ retCode: z.int(), retMsg: z.string() });
const ServerTime = result(z.object({ timeNano: z.string().check(z.regex(/^\d{16,20}$/)) }));

/** Ms until the account's own limit starts anew. */
function untilReset(answer: HttpAnswer, now: number): number {
  const reset = Number(answer.header('x-bapi-limit-reset-timestamp'));
  return Number.isFinite(reset) && reset > now ? Math.min(reset - now, IP_BAN) : SYSTEM_BUSY;
}

/** By status alone, for answers without a code of their own. */
function judgeStatus(answer: HttpAnswer): Verdict {
  if (answer.status === 403 && /access too frequent/i.test(answer.text)) {
    return { kind: 'refused', code: 403, message: 'access too frequent', retryAfter: IP_BAN, pause: IP_BAN };
  }
  if (answer.status === 429) {
    return { kind: 'refused', code: 429, message: 'System level frequency protection', retryAfter: SYSTEM_BUSY };
  }
  return { kind: 'unclear', reason: `Bybit answered ${answer.status} without a reason.` };
}

function judge(answer: HttpAnswer, now: number): Verdict {
  const body = Body.safeParse(answer.body);
  if (!body.success) return judgeStatus(answer);
  const { retCode: code, retMsg: message } = body.data;
  if (answer.status >= 500 || STATUS_UNKNOWN.has(code)) {
    return { kind: 'unclear', reason: `Bybit answered ${answer.status} (${code}).` };
  }
  if (code === 0) return { kind: 'ok' };
  if (code === TOO_MANY_VISITS) return { kind: 'refused', code, message, retryAfter: untilReset(answer, now) };
  return { kind: 'refused', code, message };
}

async function readTime(rest: Rest): Promise<number | undefined> {
  const answer = await rest.ask({ path: 'v5/market/time', urgent: true, answer: ServerTime });
  return answer.outcome === 'ok' ? Number(answer.value.timeNano.slice(0, -6)) : undefined;
}

export const isBalance = ({ code }: Refused): boolean => BALANCE_TOO_LOW.has(code);

export const dialect: Omit<Dialect, 'sign'> = {
  name: 'Bybit',
  limit: { requests: 600, windowMs: 5_000 },
  tooMany: { code: TOO_MANY_VISITS, message: 'Too many visits; not sent.' },
  misshapen: ({ apiKey }) => (HEADER_TEXT.test(apiKey) ? undefined : { code: 10003, message: 'API key is invalid.' }),
  badSecret: { code: 10004, message: 'Error sign, please check your signature generation algorithm.' },
  judge,
  sentence({ code }) {
    if (PRICE_OUT_OF_RANGE.has(code)) return RANGE_SENTENCE;
    return ORDER_VALUE_TOO_LOW.has(code) ? LEAST_TOTAL_SENTENCE : undefined;
  },
  isClockRefusal: (code) => code === CLOCK,
  readTime,
};
