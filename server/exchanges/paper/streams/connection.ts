import type { WebSocket } from 'ws';
import type { StreamTimings } from './timings.ts';
import type { PaperDeps } from '../deps.ts';

const MAX_INCOMING_PER_SECOND = 5;
/** Bytes that may wait for a client that does not read. */
const MAX_BACKLOG = 4 * 1024 * 1024;
const CLOSING_WITHIN_MS = 1000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

interface ConnectionOptions extends Pick<PaperDeps, 'faults'> {
  timings: StreamTimings;
  /** Whether its incoming messages are limited. */
  limited: boolean;
}

/** One websocket as the exchange's server treats it: it pings, and cuts a client that does not answer. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #deps: ConnectionOptions;
  readonly #closeListeners: (() => void)[] = [];
  readonly #endingListeners: (() => void)[] = [];
  #lastPongAt = performance.now();
  /** Payloads of the pings that are not answered yet. */
  #unanswered = new Set<string>();
  #incoming: number[] = [];

  constructor(socket: WebSocket, deps: ConnectionOptions) {
    this.#socket = socket;
    this.#deps = deps;
    const { ping, maxAge, warning } = deps.timings;
    const heartbeat = setInterval(() => this.#ping(), ping);
    const warningTimer = setTimeout(() => this.#announceEnd(), Math.max(0, maxAge - warning));
    const ending = setTimeout(() => this.close(GOING_AWAY, 'A connection lives 24 hours.'), maxAge);
    socket.on('pong', (data: Buffer) => this.#onPong(data.toString()));
    socket.on('ping', (data: Buffer) => {
      if (!deps.faults.mute) socket.pong(data);
    });
    if (deps.limited) for (const event of ['message', 'ping', 'pong']) socket.on(event, () => this.#count());
    // A broken connection is closed as well, and the close event is handled.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(warningTimer);
      clearTimeout(ending);
      for (const listener of this.#closeListeners) listener();
    });
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** While muted, messages are dropped; a client with too large a backlog is cut. */
  send(message: string): void {
    if (this.#deps.faults.mute || !this.#isOpen) return;
    if (this.#socket.bufferedAmount > MAX_BACKLOG) this.cut();
    else this.#socket.send(message);
  }

  onText(listener: (text: string) => void): void {
    this.#socket.on('message', (data: Buffer) => {
      if (this.#isOpen) listener(data.toString('utf8'));
    });
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  /** Some time before the connection reaches its maximum age. */
  onEnding(listener: () => void): void {
    this.#endingListeners.push(listener);
  }

  /** By the closing handshake, or without it if the client does not answer it. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    const cutting = setTimeout(() => this.cut(), CLOSING_WITHIN_MS);
    this.#closeListeners.push(() => clearTimeout(cutting));
  }

  refuse(reason: string): void {
    this.close(POLICY_VIOLATION, reason);
  }

  /** At once, without a closing handshake. */
  cut(): void {
    this.#socket.terminate();
  }

  #announceEnd(): void {
    for (const listener of this.#endingListeners) listener();
  }

  #ping(): void {
    const now = performance.now();
    if (this.#deps.faults.mute) this.#lastPongAt = now;
    else if (now - this.#lastPongAt > this.#deps.timings.pongTimeout) this.cut();
    else {
      const payload = String(Math.round(now * 1000));
      this.#unanswered.add(payload);
      this.#socket.ping(payload);
    }
  }

  /** Only a copy of a ping's payload counts: an unsolicited pong does not keep the connection alive. */
  #onPong(payload: string): void {
    if (!this.#unanswered.has(payload)) return;
    this.#unanswered = new Set();
    this.#lastPongAt = performance.now();
  }

  #count(): void {
    const now = performance.now();
    this.#incoming = [...this.#incoming.filter((time) => time > now - 1000), now];
    if (this.#incoming.length > MAX_INCOMING_PER_SECOND) this.refuse('Too many requests');
  }
}
