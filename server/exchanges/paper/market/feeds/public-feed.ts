import { Big } from 'big.js';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { backoff } from '#contracts/rules/backoff.ts';
import type { Log } from '../../../../lib/log.ts';
import { PAIRS } from '../../pairs.ts';
import type { Feed, Venue } from './feed.ts';

const SILENCE_MS = 60_000;
const RETRY_MS = { min: 500, max: 30_000 };

const Decimal = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const Message = z.object({ data: z.object({ s: z.string(), p: Decimal, q: Decimal, m: z.boolean() }) });

/** The real exchange's public trades; the connection is opened again whenever it breaks or falls silent. */
export class PublicFeed implements Feed {
  readonly #url: string;
  readonly #log: Log;
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #retries = 0;
  #stopped = false;

  constructor(origin: string, log: Log) {
    this.#url = `${origin}/stream?streams=${PAIRS.map((pair) => `${pair.symbol.toLowerCase()}@trade`).join('/')}`;
    this.#log = log;
  }

  start(venue: Venue): void {
    this.#stopped = false;
    this.#connect(venue);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #connect(venue: Venue): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    const watch = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => socket.terminate(), SILENCE_MS);
    };
    watch();
    socket.on('ping', watch);
    socket.on('message', (data: Buffer) => {
      watch();
      this.#retries = 0;
      this.#take(venue, data.toString('utf8'));
    });
    socket.on('error', (error) => this.#log.warn({ err: error }, 'The public price feed failed.'));
    socket.on('close', () => {
      clearTimeout(this.#timer);
      if (this.#stopped) return;
      this.#retries += 1;
      const pauseMs = backoff(this.#retries, RETRY_MS);
      this.#log.warn({ pauseMs }, 'The public price feed is lost; it is opened again.');
      this.#timer = setTimeout(() => this.#connect(venue), pauseMs);
    });
  }

  #take(venue: Venue, text: string): void {
    const parsed = z.safeParse(Message, JSON.parse(text));
    if (!parsed.success) return;
    const { s, p, q, m } = parsed.data.data;
    const market = venue.markets.get(s);
    if (market && !market.pinned) venue.trade(market, { price: new Big(p), qty: new Big(q), buyerMaker: m });
  }
}
