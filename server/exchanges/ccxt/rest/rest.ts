import type * as z from 'zod/mini';
import type { Answer, Credentials, Rejection } from '../../exchange.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { CcxtTimings } from '../ccxt-timings.ts';
import { createExchangeTime, type ExchangeTime } from '../../connecting/exchange-time.ts';
import { type CallRank, rankOf } from '../../../runtime/rate-budget/call-rank.ts';
import { createRateBudget, type RateBudget } from '../../../runtime/rate-budget/rate-budget.ts';
import type { Limiter, RequestLimit } from '../../../runtime/rate-budget/request-budget.ts';
import { clean, createRefusals, unanswered, unknown, type Errand, type Refused } from './outcomes.ts';
import { createTransport, type HttpAnswer, type SignedRequest } from './transport.ts';

/** `pause`: for so many ms the exchange wants no request at all from this address. */
export type Verdict =
  | { kind: 'ok' }
  | ({ kind: 'refused'; pause?: number | undefined } & Refused)
  | { kind: 'unclear'; reason: string };

export interface Request {
  method: 'GET' | 'POST';
  /** As ccxt lists it: 'v5/order/create'. */
  path: string;
  params: Record<string, unknown>;
  isPrivate: boolean;
}

/** What one exchange says in its own way. */
export interface Dialect {
  /** In sentences: 'Bybit'. */
  name: string;
  limit: RequestLimit;
  /** Its refusal of too many requests, for those that we do not send ourselves. */
  tooMany: Refused;
  /** Its refusal of a key or secret that is none by its very form; such a one never leaves. */
  misshapen(credentials: Credentials): Refused | undefined;
  /** Its refusal of a secret that cannot sign. */
  badSecret: Refused;
  /** Signed by ccxt; throws when the secret cannot sign. */
  sign(request: Request, credentials?: Credentials): Promise<SignedRequest>;
  judge(answer: HttpAnswer, now: number): Verdict;
  sentence(refused: Refused): string | undefined;
  /** A sure refusal for the time stamp alone. */
  isClockRefusal(code: number): boolean;
  readTime(rest: Rest): Promise<number | undefined>;
}

export interface Call<T> {
  method?: 'GET' | 'POST';
  path: string;
  params?: Record<string, unknown>;
  errand?: Errand;
  /** May use the share that is kept for cancelling and looking up. */
  urgent?: boolean;
  /** Where it is not what its method says. */
  rank?: CallRank;
  answer: z.ZodMiniType<T>;
}

export interface Rest {
  /** Signed when credentials are given. Nothing is sent twice, except after a refusal of the time stamp, which is a sure one. */
  ask<T>(call: Call<T>, credentials?: Credentials): Promise<Answer<T>>;
  refuse(refused: Refused, errand: Errand): Rejection;
  time: ExchangeTime;
  limiter: Limiter;
  /** False after several calls in a row without an answer, and while the exchange asked us to wait. */
  answering(): boolean;
  close(): Promise<void>;
}

const SILENT_CALLS = 3;

interface Options {
  restUrl: string;
  clock: Clock;
  timings: CcxtTimings;
  dialect: Dialect;
  budget?: RateBudget | undefined;
}

export function createRest({ restUrl, clock, timings, dialect, budget = createRateBudget() }: Options): Rest {
  const transport = createTransport(restUrl, timings.call);
  const limiter = budget.requests(new URL(restUrl).origin, dialect.limit);
  const refuse = createRefusals(dialect);
  const time = createExchangeTime(clock, () => dialect.readTime(rest));
  let silentCalls = 0;

  async function exchangeWords(request: SignedRequest, errand: Errand, secrets: string[]): Promise<Answer<unknown>> {
    try {
      const answer = await transport.send(request);
      silentCalls = answer.status >= 500 ? silentCalls + 1 : 0;
      const verdict = dialect.judge(answer, time.now());
      if (verdict.kind === 'ok') return { outcome: 'ok', value: answer.body };
      if (verdict.kind === 'unclear') return unknown(verdict.reason);
      if (verdict.pause !== undefined) limiter.pause(verdict.pause);
      return refuse({ ...verdict, message: clean(verdict.message, secrets) }, errand);
    } catch (error) {
      silentCalls += 1;
      return unanswered(dialect.name, error, timings.call);
    }
  }

  async function once(call: Call<unknown>, credentials?: Credentials): Promise<Answer<unknown>> {
    const { method = 'GET', path, params = {}, errand = 'request' } = call;
    const misshapen = credentials === undefined ? undefined : dialect.misshapen(credentials);
    if (misshapen !== undefined) return refuse(misshapen, errand);
    let request: SignedRequest;
    try {
      request = await dialect.sign({ method, path, params, isPrivate: credentials !== undefined }, credentials);
    } catch (error) {
      if (credentials === undefined) throw error;
      return refuse(dialect.badSecret, errand);
    }
    const wait = limiter.admit(rankOf(call));
    if (wait > 0) return refuse({ ...dialect.tooMany, retryAfter: wait }, errand);
    return exchangeWords(request, errand, credentials ? [credentials.apiKey, credentials.secret] : []);
  }

  async function ask<T>(call: Call<T>, credentials?: Credentials): Promise<Answer<T>> {
    let answer = await once(call, credentials);
    if (answer.outcome === 'rejected' && dialect.isClockRefusal(answer.code) && (await time.sync())) {
      answer = await once(call, credentials);
    }
    if (answer.outcome !== 'ok') return answer;
    const parsed = call.answer.safeParse(answer.value);
    if (parsed.success) return { outcome: 'ok', value: parsed.data };
    return unknown(`${dialect.name} answered something unreadable.`);
  }

  const rest: Rest = {
    ask,
    refuse,
    time,
    limiter,
    answering: () => silentCalls < SILENT_CALLS && limiter.pausedFor() === 0,
    close: transport.close,
  };
  return rest;
}
