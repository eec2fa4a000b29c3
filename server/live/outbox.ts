import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Clock } from '../lib/clock.ts';
import { textFrame } from './text-frame.ts';

/** S-39: a reader with more unsent bytes is disconnected. */
const DROP_ABOVE = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** Collects outboxes with pending messages and flushes each with one write at the end of the turn. */
export function turnEnd(clock: Clock) {
  let waiting: Outbox[] = [];
  const flushAll = () => {
    const outboxes = waiting;
    waiting = [];
    const now = clock();
    for (const outbox of outboxes) outbox.flush(now);
  };
  return (outbox: Outbox): void => {
    if (waiting.push(outbox) === 1) setImmediate(flushAll);
  };
}
export type TurnEnd = ReturnType<typeof turnEnd>;

export interface OutboxContext {
  clock: Clock;
  socket: WebSocket;
  /** The TCP or TLS stream below, which reports back pressure. */
  stream: Duplex;
  atTurnEnd: TurnEnd;
  onOverflow: () => void;
}

/** Outgoing messages of one page, in order, one write per turn. */
export class Outbox {
  readonly #deps: OutboxContext;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  /** What waits for the end of the turn. */
  #pieces: Buffer[] | null = null;
  /** While the reader is slow: the newest price by its frame head. */
  #prices: Map<Buffer, Buffer> | null = null;
  #sentAt: number;

  constructor(deps: OutboxContext) {
    this.#deps = deps;
    this.#socket = deps.socket;
    this.#stream = deps.stream;
    this.#sentAt = deps.clock();
    deps.stream.on('drain', () => this.#sendPrices());
  }

  /** When data was last sent. */
  get sentAt(): number {
    return this.#sentAt;
  }

  /** A frame, or its head and the tail that it shares with others. */
  send(head: Buffer, tail: Buffer = NOTHING): void {
    if (this.#pieces) {
      this.#pieces.push(head, tail);
      return;
    }
    this.#pieces = [head, tail];
    this.#deps.atTurnEnd(this);
  }

  price(head: Buffer, tail: Buffer): void {
    if (this.#stream.writableNeedDrain) (this.#prices ??= new Map()).set(head, tail);
    else this.send(head, tail);
  }

  /** Writes what waits, beneath ws: all frames of both leave at once and whole, so they keep their order. */
  flush(now: number): void {
    const pieces = this.#pieces;
    this.#pieces = null;
    if (!pieces || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#stream.write(textFrame(pieces));
    this.#sentAt = now;
    if (this.#stream.writableLength > DROP_ABOVE) this.#deps.onOverflow();
  }

  #sendPrices(): void {
    for (const [head, tail] of this.#prices ?? []) this.send(head, tail);
    this.#prices = null;
  }
}
