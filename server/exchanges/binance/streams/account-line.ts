import * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import type { AccountEvent, Credentials } from '../../exchange.ts';
import type { Log } from '../../../lib/log.ts';
import type { ExchangeTime } from '../../connecting/exchange-time.ts';
import type { Limiter } from '../../../runtime/rate-budget/weight-budget.ts';
import { signedParams } from '../rest/sign.ts';
import { reconnectDelays } from '../../connecting/reconnect-delays.ts';
import type { BinanceTimings } from '../binance-timings.ts';
import { readAccountEvent } from './account-events.ts';
import { openAccountSocket, type AccountSocket, type ApiReply } from './account-socket.ts';
import type { Audience } from '../../connecting/audience.ts';

/** One key that is watched. */
export interface Watch {
  readonly credentials: Credentials;
  readonly audience: Audience<AccountEvent>;
  /** Set while its events arrive. */
  subscriptionId: number | undefined;
  /** Which line carries it. */
  slot: number;
  delays: ReturnType<typeof reconnectDelays>;
  retry: NodeJS.Timeout | undefined;
}

export interface LineOptions {
  wsApiUrl: string;
  log: Log;
  timings: BinanceTimings;
  time: ExchangeTime;
  limiter: Limiter;
}

export interface AccountLine {
  carry(watch: Watch): void;
  drop(watch: Watch): void;
  size(): number;
  close(): void;
}

const INVALID_TIMESTAMP = -1021;
const ALREADY_SUBSCRIBED = -2035;
/** Asking again soon would not help: -1002 unauthorized, -1022 signature, -2008, -2014, -2015 the key. */
const KEY_REFUSED = new Set<ApiReply['code']>([-1002, -1022, -2008, -2014, -2015]);
const KEY_REFUSED_PAUSE = MINUTE;
/** The connection has given out all its numbers: only a new one has more. */
const NUMBERS_USED_UP = -2042;
/** Each subscription brings a comparison with the exchange: a thousand at once would be a burst. */
const KEYS_AT_ONCE = 100;
const SUBSCRIBE_WEIGHT = 2;
const RECV_WINDOW = 5_000;
const Subscribed = z.object({ subscriptionId: z.int() });

const masked = (apiKey: string) => `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`;

function subscriptionIn(reply: ApiReply): number | undefined {
  const subscribed = Subscribed.safeParse(reply.result);
  return reply.code === 'ok' && subscribed.success ? subscribed.data.subscriptionId : undefined;
}

/** Asks for a key's events; or returns the ms to wait before it may be asked. */
function requestEvents(
  socket: AccountSocket,
  { limiter, time }: LineOptions,
  { watch, onReply }: { watch: Watch; onReply: (reply: ApiReply) => void },
): number {
  const wait = limiter.admit(SUBSCRIBE_WEIGHT, 'urgent');
  if (wait > 0) return wait;
  const { apiKey, secret } = watch.credentials;
  const params = signedParams(secret, { apiKey, recvWindow: RECV_WINDOW, timestamp: time.now() });
  const minute = limiter.minute();
  socket.request('userDataStream.subscribe.signature', params, (reply) => {
    limiter.settle(SUBSCRIBE_WEIGHT, { minute, used: reply.used });
    onReply(reply);
  });
  return 0;
}

/** The answer is of no use: events of an unknown subscription are left unread. */
function endEvents(socket: AccountSocket, subscriptionId: number | undefined): void {
  if (subscriptionId === undefined || !socket.isOpen()) return;
  socket.request('userDataStream.unsubscribe', { subscriptionId }, () => undefined);
}

function inTurns(watches: Iterable<Watch>, pace: number, subscribe: (watch: Watch, wait: number) => void): void {
  for (const [index, watch] of [...watches].entries()) subscribe(watch, Math.floor(index / KEYS_AT_ONCE) * pace);
}

/** Whose events arrive under which number. */
function createSubscriptionBook() {
  const bySubscription = new Map<number, Watch>();
  return {
    find: (subscriptionId: number) => bySubscription.get(subscriptionId),
    live(watch: Watch, subscriptionId: number): void {
      watch.subscriptionId = subscriptionId;
      watch.delays.reset();
      bySubscription.set(subscriptionId, watch);
      watch.audience.emit({ kind: 'gap' });
    },
    forget(watch: Watch): void {
      clearTimeout(watch.retry);
      if (watch.subscriptionId !== undefined) bySubscription.delete(watch.subscriptionId);
      watch.subscriptionId = undefined;
    },
  };
}

/** One connection with the keys it carries; `moveOn` takes a key whose account this connection already carries. */
export function openAccountLine(options: LineOptions, moveOn: (watch: Watch) => void): AccountLine {
  const { log, time, timings } = options;
  const watches = new Set<Watch>();
  const book = createSubscriptionBook();

  /** Nothing to do while the line is down: opening it subscribes everything. */
  function subscribe(watch: Watch, wait = 0): void {
    clearTimeout(watch.retry);
    if (wait > 0) {
      watch.retry = setTimeout(() => watches.has(watch) && subscribe(watch), wait);
    } else if (socket.isOpen()) {
      const busy = requestEvents(socket, options, { watch, onReply: (reply) => answered(watch, reply) });
      if (busy > 0) subscribe(watch, busy);
    }
  }

  function answered(watch: Watch, reply: ApiReply): void {
    const subscriptionId = subscriptionIn(reply);
    if (!watches.has(watch)) return endEvents(socket, subscriptionId);
    if (!socket.isOpen()) return;
    if (subscriptionId !== undefined) return book.live(watch, subscriptionId);
    if (reply.code === ALREADY_SUBSCRIBED) return moveOn(watch);
    if (reply.code === NUMBERS_USED_UP) return socket.renew('it has no more subscriptions to give');
    if (reply.code === INVALID_TIMESTAMP) void time.sync();
    log.warn({ key: masked(watch.credentials.apiKey), code: reply.code }, 'a key could not be watched, asking again');
    subscribe(watch, KEY_REFUSED.has(reply.code) ? KEY_REFUSED_PAUSE : watch.delays.next());
  }

  function receive(subscriptionId: number, event: { e: string }): void {
    const watch = book.find(subscriptionId);
    if (watch === undefined) return;
    if (event.e === 'eventStreamTerminated') {
      book.forget(watch);
      return subscribe(watch);
    }
    const reported = readAccountEvent(event);
    if (reported?.kind === 'gap') log.error({ event: event.e }, 'an account event that could not be read');
    if (reported !== undefined) watch.audience.emit(reported);
  }

  const socket = openAccountSocket({
    ...options,
    onOpen: () => inTurns(watches, timings.keyPace, subscribe),
    onDown: () => watches.forEach(book.forget),
    onEvent: receive,
  });

  return {
    carry(watch) {
      watches.add(watch);
      subscribe(watch);
    },
    drop(watch) {
      watches.delete(watch);
      endEvents(socket, watch.subscriptionId);
      book.forget(watch);
    },
    size: () => watches.size,
    close() {
      watches.forEach(book.forget);
      watches.clear();
      socket.close();
    },
  };
}
