import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { LiveDeps } from './deps.ts';

/** S-39: a reader with more unsent bytes is disconnected. */
const DROP_ABOVE = 1024 * 1024;

/** Collects outboxes with pending messages and flushes each with one write at the end of the turn. */
export function turnEnd() {
  const waiting = new Set<Outbox>();
  const flushAll = () => {
    const outboxes = [...waiting];
    waiting.clear();
    for (const outbox of outboxes) outbox.flush();
  };
  return (outbox: Outbox): void => {
    if (waiting.size === 0) setImmediate(flushAll);
    waiting.add(outbox);
  };
}
export type TurnEnd = ReturnType<typeof turnEnd>;

export interface OutboxContext extends Pick<LiveDeps, 'clock'> {
  socket: WebSocket;
  /** The TCP or TLS stream below, which reports back pressure. */
  stream: Duplex;
  atTurnEnd: TurnEnd;
  onOverflow: () => void;
}

/** Outgoing messages of one page, in order, one write per turn. */
export class Outbox {
  readonly #deps: OutboxContext;
  #pieces: Buffer[] = [];
  /** While the reader is slow: the newest price by its frame head. */
  readonly #prices = new Map<Buffer, Buffer>();
  #sentAt: number;

  constructor(deps: OutboxContext) {
    this.#deps = deps;
    this.#sentAt = deps.clock();
    deps.stream.on('drain', () => this.#prices.size > 0 && deps.atTurnEnd(this));
  }

  /** When data was last sent. */
  get sentAt(): number {
    return this.#sentAt;
  }

  send(...pieces: Buffer[]): void {
    this.#pieces.push(...pieces);
    this.#deps.atTurnEnd(this);
  }

  price(head: Buffer, tail: Buffer): void {
    if (this.#deps.stream.writableNeedDrain) this.#prices.set(head, tail);
    else this.send(head, tail);
  }

  flush(): void {
    const { socket, stream, clock, onOverflow } = this.#deps;
    if (socket.readyState !== socket.OPEN) return;
    if (!stream.writableNeedDrain) {
      for (const [head, tail] of this.#prices) this.#pieces.push(head, tail);
      this.#prices.clear();
    }
    if (this.#pieces.length === 0) return;
    socket.send(Buffer.concat(this.#pieces), { binary: false });
    this.#pieces = [];
    this.#sentAt = clock();
    if (socket.bufferedAmount > DROP_ABOVE) onOverflow();
  }
}
