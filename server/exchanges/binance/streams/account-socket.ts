import * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Log } from '../../../lib/log.ts';
import type { Limiter } from '../../../runtime/rate-budget/weight-budget.ts';
import type { ExchangeTime } from '../../connecting/exchange-time.ts';
import type { Params } from '../rest/sign.ts';
import type { BinanceTimings } from '../binance-timings.ts';
import { readJson } from '../binance-messages.ts';
import { openLiveSocket } from './live-socket.ts';

/** `code` is 'ok', the exchange's error code, or 'unanswered' when the line broke or nothing came in time. */
export interface ApiReply {
  code: 'ok' | 'unanswered' | number;
  result?: unknown;
  /** Weight that the address has used this minute, as the answer counts it. */
  used?: number | undefined;
}

const Response = z.object({
  id: z.string(),
  status: z.int(),
  result: z.optional(z.unknown()),
  rateLimits: z.optional(
    z.array(
      z.object({
        rateLimitType: z.string(),
        interval: z.string(),
        intervalNum: z.int(),
        count: z.optional(z.int()),
      }),
    ),
  ),
  error: z.optional(z.object({ code: z.int(), data: z.optional(z.looseObject({ retryAfter: z.optional(z.int()) })) })),
});
const Pushed = z.object({
  subscriptionId: z.optional(z.nullable(z.int())),
  event: z.looseObject({ e: z.string() }),
});
type Response = z.output<typeof Response>;

const UNASKED_PAUSE = MINUTE;
const CONNECTION_WEIGHT = 2;

export interface AccountSocketOptions {
  wsApiUrl: string;
  log: Log;
  timings: BinanceTimings;
  time: ExchangeTime;
  limiter: Limiter;
  onOpen(): void;
  onDown(): void;
  onEvent(subscriptionId: number, event: { e: string }): void;
}

export interface AccountSocket {
  /** The reply is handled before any frame that came after it is read. */
  request(method: string, params: Params, onReply: (reply: ApiReply) => void): void;
  isOpen(): boolean;
  /** Another connection for this one. */
  renew(reason: string): void;
  close(): void;
}

const usedIn = ({ rateLimits }: Response): number | undefined =>
  rateLimits?.find(
    ({ rateLimitType, interval, intervalNum }) =>
      rateLimitType === 'REQUEST_WEIGHT' && interval === 'MINUTE' && intervalNum === 1,
  )?.count;

function replyOf(response: Response): ApiReply {
  const { status, result, error } = response;
  const used = usedIn(response);
  return status === 200 ? { code: 'ok', result, used } : { code: error?.code ?? 'unanswered', used };
}

/** Requests that wait for their reply, each settled exactly once, at the latest after `patience` ms. */
function createPending(patience: number) {
  const requests = new Map<string, { onReply: (reply: ApiReply) => void; timer: NodeJS.Timeout }>();
  let lastId = 0;

  function settle(requestId: string, reply: ApiReply): void {
    const request = requests.get(requestId);
    if (request === undefined) return;
    clearTimeout(request.timer);
    requests.delete(requestId);
    request.onReply(reply);
  }

  return {
    settle,
    settleAll(reply: ApiReply): void {
      for (const requestId of requests.keys()) settle(requestId, reply);
    },
    add(onReply: (reply: ApiReply) => void): string {
      lastId += 1;
      const requestId = String(lastId);
      requests.set(requestId, {
        onReply,
        timer: setTimeout(() => settle(requestId, { code: 'unanswered' }), patience),
      });
      return requestId;
    },
  };
}

/** Binance counts a connection to its websocket API as a request. */
function admitConnection(limiter: Limiter): number {
  const wait = limiter.admit(CONNECTION_WEIGHT, 'urgent');
  if (wait === 0) limiter.settle(CONNECTION_WEIGHT, { minute: limiter.minute(), used: undefined });
  return wait;
}

/** Requests and events over the websocket API. */
export function openAccountSocket(options: AccountSocketOptions): AccountSocket {
  const { log, limiter } = options;
  const pending = createPending(options.timings.call);
  let open = false;

  function down(): void {
    open = false;
    options.onDown();
    pending.settleAll({ code: 'unanswered' });
  }

  function responded(response: Response): void {
    if (response.status === 429 || response.status === 418) {
      const until = response.error?.data?.retryAfter;
      limiter.pause(until === undefined ? UNASKED_PAUSE : until - options.time.now());
    }
    pending.settle(response.id, replyOf(response));
  }

  function pushed(message: unknown): void {
    const push = Pushed.safeParse(message);
    if (!push.success) return log.warn({ stream: 'accounts' }, 'a message that could not be read');
    const { subscriptionId, event } = push.data;
    if (event.e === 'serverShutdown') return socket.renew('the server is about to shut down');
    if (typeof subscriptionId === 'number') options.onEvent(subscriptionId, event);
  }

  const socket = openLiveSocket({
    url: options.wsApiUrl,
    name: 'accounts',
    log,
    timings: options.timings,
    admit: () => admitConnection(limiter),
    onOpen() {
      open = true;
      options.onOpen();
    },
    onDown: down,
    onMessage(text) {
      const message = readJson(text);
      const response = Response.safeParse(message);
      if (response.success) responded(response.data);
      else pushed(message);
    },
  });

  return {
    request(method, params, onReply) {
      const requestId = pending.add(onReply);
      socket.send({ id: requestId, method, params });
    },
    isOpen: () => open,
    renew: socket.renew,
    close() {
      socket.close();
      down();
    },
  };
}
