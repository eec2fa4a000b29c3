import * as z from 'zod/mini';
import {
  createTradeFeed,
  parts,
  type TradeEvent,
  type TradeFeed,
  type TradeLine,
} from '../../connecting/trade-feed.ts';
import type { StreamTrade } from '../../exchange.ts';
import type { Log } from '../../../lib/log.ts';
import type { BinanceTimings } from '../binance-timings.ts';
import { amount, readJson } from '../binance-messages.ts';
import { openLiveSocket, type LiveSocket } from './live-socket.ts';

const STREAMS_PER_SOCKET = 1_000;
/** Binance takes 1,024 streams a connection and 5 messages a second: four of these. */
const STREAMS_PER_MESSAGE = 250;

const Acknowledged = z.object({ id: z.int(), result: z.null() });
const Refused = z.object({ error: z.object({ code: z.int(), msg: z.string() }) });
const Shutdown = z.object({ data: z.object({ e: z.literal('serverShutdown') }) });
const TradeMessage = z.pipe(
  z.object({
    data: z.object({ e: z.literal('trade'), s: z.string(), t: z.int(), p: amount, q: z.string(), T: z.int() }),
  }),
  z.transform(({ data: { s: symbol, t, p: price, q, T: time } }): StreamTrade => {
    return { symbol, id: `${t}`, price, time, quantity: Number(q) };
  }),
);

interface Options {
  wsUrl: string;
  log: Log;
  timings: BinanceTimings;
  /** As of a live socket. */
  admit(): number;
}

/** All pairs' trades over one combined stream (a second one from a thousand pairs on), open while a pair is watched. */
export const createTradeStreams = (options: Options): TradeFeed =>
  createTradeFeed({
    log: options.log,
    pairsPerLine: STREAMS_PER_SOCKET,
    open: (symbols, emit) => openTradeSocket(options, symbols, emit),
  });

/** Tells `gap` once all its subscriptions are acknowledged: from there on nothing is missed. */
function openTradeSocket(options: Options, symbols: readonly string[], emit: (event: TradeEvent) => void): TradeLine {
  const { log, timings } = options;
  const requests = parts(
    symbols.map((symbol) => `${symbol.toLowerCase()}@trade`),
    STREAMS_PER_MESSAGE,
  );
  const awaited = new Set<number>();
  let live = false;
  let patience: NodeJS.Timeout | undefined;

  function down(): void {
    live = false;
    awaited.clear();
    clearTimeout(patience);
  }

  function subscribe(): void {
    patience = setTimeout(() => socket.renew('its subscription was not answered'), timings.call);
    for (const [index, params] of requests.entries()) {
      awaited.add(index + 1);
      socket.send({ method: 'SUBSCRIBE', params, id: index + 1 });
    }
  }

  function acknowledged(request: number): void {
    awaited.delete(request);
    if (live || awaited.size > 0) return;
    live = true;
    clearTimeout(patience);
    emit({ kind: 'gap' });
  }

  /** Whatever is no trade. */
  function control(message: unknown): void {
    const answer = Acknowledged.safeParse(message);
    if (answer.success) return acknowledged(answer.data.id);
    if (Shutdown.safeParse(message).success) return socket.renew('the server is about to shut down');
    const refused = Refused.safeParse(message);
    if (refused.success) log.error({ stream: 'trades', ...refused.data.error }, 'subscription refused');
    else log.warn({ stream: 'trades' }, 'a message that could not be read');
  }

  const socket: LiveSocket = openLiveSocket({
    ...options,
    url: `${options.wsUrl}/stream`,
    name: 'trades',
    onOpen: subscribe,
    onDown: down,
    onMessage(text) {
      const message = readJson(text);
      const trade = TradeMessage.safeParse(message);
      if (trade.success) emit({ kind: 'trade', trade: trade.data });
      else control(message);
    },
  });
  return {
    live: () => live,
    close() {
      down();
      socket.close();
    },
  };
}
