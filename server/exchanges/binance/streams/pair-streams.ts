import * as z from 'zod/mini';
import { type Audience, createAudience } from '../../connecting/audience.ts';
import { BOOK_LEVELS, type PairDetails, type PairEvent, type PublicTrade } from '../../exchange.ts';
import type { Log } from '../../../lib/log.ts';
import type { BinanceTimings } from '../binance-timings.ts';
import { amount, readJson, takerSide } from '../binance-messages.ts';
import { openLiveSocket, type LiveSocket } from './live-socket.ts';

/** Binance takes 5 messages a second: changes of what is watched are collected for this long, ms. */
const COLLECT_FOR = 500;

const Levels = z.array(z.tuple([amount, amount]));
/** A partial book does not name its pair: the stream does. */
const DepthMessage = z.object({
  stream: z.string().check(z.regex(/@depth/)),
  data: z.object({ bids: Levels, asks: Levels }),
});
const TradeMessage = z.pipe(
  z.object({
    data: z.object({
      e: z.literal('trade'),
      s: z.string(),
      t: z.int(),
      p: amount,
      q: amount,
      T: z.int(),
      m: z.boolean(),
    }),
  }),
  z.transform(({ data }): { symbol: string; trade: PublicTrade } => ({
    symbol: data.s,
    trade: { id: `${data.t}`, price: data.p, quantity: data.q, side: takerSide(data.m), time: data.T },
  })),
);
const Acknowledged = z.object({ id: z.int(), result: z.null() });
const Shutdown = z.object({ data: z.object({ e: z.literal('serverShutdown') }) });

interface Options {
  wsUrl: string;
  log: Log;
  timings: BinanceTimings;
  /** As of a live socket. */
  admit(): number;
}

const streamsOf = (symbol: string): string[] =>
  [`depth${BOOK_LEVELS}@100ms`, 'trade'].map((stream) => `${symbol.toLowerCase()}@${stream}`);

/** Book and trades of the watched pairs over one combined stream, open while there are any. */
class PairStreams {
  readonly #options: Options;
  readonly #watched = new Map<string, Audience<PairEvent>>();
  /** What the present connection was asked for. */
  #carried = new Set<string>();
  /** Pairs by the request that subscribed to them, until it is acknowledged. */
  readonly #asked = new Map<number, string[]>();
  #socket: LiveSocket | null = null;
  #isOpen = false;
  #requests = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly watch: PairDetails['watch'] = (symbol, listener) => {
    const audience = this.#watched.get(symbol) ?? createAudience<PairEvent>(this.#options.log);
    this.#watched.set(symbol, audience);
    const member = audience.add(listener);
    this.#socket ??= this.#open();
    this.#requestUpdate();
    let isWatching = true;
    // Nothing acknowledges what is received already, as by a pair that was given up a moment ago.
    if (this.#isReceived(symbol)) queueMicrotask(() => isWatching && listener({ kind: 'gap' }));
    return () => {
      isWatching = false;
      member.remove();
      if (audience.size() > 0 || this.#watched.get(symbol) !== audience) return;
      this.#watched.delete(symbol);
      if (this.#watched.size === 0) this.close();
      else this.#requestUpdate();
    };
  };

  #isReceived(symbol: string): boolean {
    return this.#carried.has(symbol) && ![...this.#asked.values()].some((symbols) => symbols.includes(symbol));
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  #open(): LiveSocket {
    return openLiveSocket({
      ...this.#options,
      url: `${this.#options.wsUrl}/stream`,
      name: 'pairs',
      onOpen: () => {
        this.#isOpen = true;
        this.#update();
      },
      onDown: () => {
        this.#isOpen = false;
        this.#carried = new Set();
        this.#asked.clear();
        clearTimeout(this.#timer);
        this.#timer = undefined;
      },
      onMessage: (text) => this.#receive(readJson(text)),
    });
  }

  #requestUpdate(): void {
    if (this.#isOpen) this.#timer ??= setTimeout(() => this.#update(), COLLECT_FOR);
  }

  #update(): void {
    this.#timer = undefined;
    const wanted = new Set(this.#watched.keys());
    const more = [...wanted.difference(this.#carried)];
    const gone = [...this.#carried.difference(wanted)];
    this.#carried = wanted;
    if (more.length > 0) this.#asked.set(this.#send('SUBSCRIBE', more), more);
    if (gone.length > 0) this.#send('UNSUBSCRIBE', gone);
  }

  #send(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', symbols: readonly string[]): number {
    this.#requests += 1;
    this.#socket?.send({ method, params: symbols.flatMap(streamsOf), id: this.#requests });
    return this.#requests;
  }

  #receive(message: unknown): void {
    const depth = DepthMessage.safeParse(message);
    if (depth.success) {
      const { stream, data } = depth.data;
      const [name = ''] = stream.split('@');
      return this.#watched.get(name.toUpperCase())?.emit({ kind: 'depth', depth: data });
    }
    const trade = TradeMessage.safeParse(message);
    if (trade.success)
      return this.#watched.get(trade.data.symbol)?.emit({ kind: 'trades', trades: [trade.data.trade] });
    const answer = Acknowledged.safeParse(message);
    if (answer.success) return this.#acknowledged(answer.data.id);
    if (Shutdown.safeParse(message).success) return this.#socket?.renew('the server is about to shut down');
    this.#options.log.warn({ stream: 'pairs' }, 'a message that could not be read');
  }

  #acknowledged(request: number): void {
    for (const symbol of this.#asked.get(request) ?? []) this.#watched.get(symbol)?.emit({ kind: 'gap' });
    this.#asked.delete(request);
  }
}

export const createPairStreams = (options: Options) => new PairStreams(options);
