import * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Answer, Credentials, Rejection } from '../../exchange.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { BinanceTimings } from '../binance-timings.ts';
import { createAccountPauses } from './account-pauses.ts';
import { classify, rejection, TOO_MANY_ORDERS, TOO_MANY_REQUESTS, unanswered, unreadable } from './classify.ts';
import { createExchangeTime, type ExchangeTime } from '../../connecting/exchange-time.ts';
import { type CallRank, rankOf } from '../../../runtime/rate-budget/call-rank.ts';
import type { RateBudget } from '../../../runtime/rate-budget/rate-budget.ts';
import type { Limiter } from '../../../runtime/rate-budget/weight-budget.ts';
import type { Errand } from './sentences.ts';
import type { Params } from './sign.ts';
import { composeRequest, createTransport, type HttpAnswer } from './transport.ts';

export interface Call<T> {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  params?: Params;
  /** As Binance counts it, per IP and minute. */
  weight: number;
  /** May use the share that is kept for cancelling and looking up. */
  urgent?: boolean;
  /** Where it is not what its method says. */
  rank?: CallRank;
  answer: z.ZodMiniType<T>;
}

export interface Rest {
  /** Signed when credentials are given. Nothing is sent twice, except after -1021, which is a sure refusal (M-17). */
  ask<T>(call: Call<T>, credentials?: Credentials): Promise<Answer<T>>;
  time: ExchangeTime;
  limiter: Limiter;
  /** Ms until an order of the account may be sent. */
  orderWait(credentials: Credentials, rank: CallRank): number;
  /** False after several calls in a row without an answer, and while the exchange asked us to wait. */
  answering(): boolean;
  close(): Promise<void>;
}

/** Counted where an order is refused; one that is taken weighs nothing. */
const ORDER_WEIGHT = 1;
const RECV_WINDOW = 5_000;
const SILENT_CALLS = 3;
const INVALID_TIMESTAMP = -1021;
const BAD_KEY_FORMAT = -2014;
const BAN = 120_000;
const HEADER_TEXT = /^[\u0021-\u007e]+$/;
const ERRANDS = { GET: 'request', POST: 'order', DELETE: 'cancellation' } as const satisfies Record<string, Errand>;
const ServerTime = z.object({ serverTime: z.int() });

const slowedDown = (status: number) => status === 429 || status === 418;

/** How long the answer asks us to wait; Binance names it with 429 and 418, and a proxy may not. */
function waitAskedFor(answer: HttpAnswer): number | undefined {
  if (answer.retryAfter !== undefined || !slowedDown(answer.status)) return answer.retryAfter;
  return answer.status === 418 ? BAN : MINUTE;
}

/** The outcome, and for how many ms the exchange wants no request, or of an account no order. */
function heed(answer: HttpAnswer, errand: Errand, credentials?: Credentials) {
  const retryAfter = waitAskedFor(answer);
  const secrets = credentials === undefined ? [] : [credentials.apiKey, credentials.secret];
  const outcome = classify({ status: answer.status, body: answer.body, retryAfter, errand, secrets });
  const accountsOwn = outcome.outcome === 'rejected' && outcome.code === TOO_MANY_ORDERS;
  const wait = slowedDown(answer.status) ? (retryAfter ?? MINUTE) : 0;
  return { outcome, pause: accountsOwn ? 0 : wait, accountPause: accountsOwn ? wait : 0 };
}

/** The refusal of what is not sent, or undefined once its weight is counted; `ordersWait` is what is left of its account's pause. */
function notAdmitted(call: Call<unknown>, ordersWait: number, limiter: Limiter): Rejection | undefined {
  const errand = ERRANDS[call.method ?? 'GET'];
  if (errand === 'order' && ordersWait > 0)
    return rejection({ code: TOO_MANY_ORDERS, message: 'Too many orders; not sent.', errand, retryAfter: ordersWait });
  const wait = limiter.admit(call.weight, rankOf(call));
  if (wait === 0) return undefined;
  return rejection({ code: TOO_MANY_REQUESTS, message: 'Too many requests; not sent.', errand, retryAfter: wait });
}

/** A key that no header can carry never leaves. */
const badKey = (errand: Errand) => rejection({ code: BAD_KEY_FORMAT, message: 'API-key format invalid.', errand });

interface RestOptions {
  restUrl: string;
  clock: Clock;
  timings: BinanceTimings;
  budget: RateBudget;
}

export function createRest(options: RestOptions): Rest {
  const { timings } = options;
  const transport = createTransport(options.restUrl, timings.call);
  const time = createExchangeTime(options.clock, async () => {
    const answer = await ask({ path: '/api/v3/time', weight: 1, urgent: true, answer: ServerTime });
    return answer.outcome === 'ok' ? answer.value.serverTime : undefined;
  });
  const limiter = options.budget.weight(new URL(options.restUrl).origin).limiter(time.now);
  const accounts = createAccountPauses();
  let silentCalls = 0;

  /** One request, whatever comes of it as a value. */
  async function exchangeWords<T>(call: Call<T>, credentials?: Credentials): Promise<Answer<unknown>> {
    const method = call.method ?? 'GET';
    const errand = ERRANDS[method];
    const refused = notAdmitted(call, accounts.left(credentials), limiter);
    if (refused !== undefined) return refused;
    const minute = limiter.minute();
    let used: number | undefined;
    try {
      const stamp = credentials === undefined ? {} : { recvWindow: RECV_WINDOW, timestamp: time.now() };
      const params = { ...call.params, ...stamp };
      const answer = await transport.send(composeRequest({ method, path: call.path, params }, credentials));
      used = answer.usedWeight;
      silentCalls = answer.status >= 500 ? silentCalls + 1 : 0;
      const { outcome, pause, accountPause } = heed(answer, errand, credentials);
      limiter.pause(pause);
      accounts.pause(accountPause, credentials);
      return outcome;
    } catch (error) {
      silentCalls += 1;
      return unanswered(error, timings.call);
    } finally {
      limiter.settle(call.weight, { minute, used });
    }
  }

  async function ask<T>(call: Call<T>, credentials?: Credentials): Promise<Answer<T>> {
    if (credentials !== undefined && !HEADER_TEXT.test(credentials.apiKey))
      return badKey(ERRANDS[call.method ?? 'GET']);
    let answer = await exchangeWords(call, credentials);
    if (answer.outcome === 'rejected' && answer.code === INVALID_TIMESTAMP && (await time.sync())) {
      answer = await exchangeWords(call, credentials);
    }
    if (answer.outcome !== 'ok') return answer;
    const parsed = call.answer.safeParse(answer.value);
    return parsed.success ? { outcome: 'ok', value: parsed.data } : unreadable();
  }

  return {
    ask,
    time,
    limiter,
    orderWait: (credentials, rank) => Math.max(accounts.left(credentials), limiter.wait(ORDER_WEIGHT, rank)),
    answering: () => silentCalls < SILENT_CALLS && limiter.pausedFor() === 0,
    close: transport.close,
  };
}
