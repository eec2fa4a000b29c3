import type { WebSocket } from 'ws';
import type { Faults } from '../faults/faults.ts';
import type { StreamTimings } from './timings.ts';

const MAX_INCOMING_PER_SECOND = 5;
/** Bytes that may wait for a client that does not read; more would cost everybody else. */
const LONGEST_BACKLOG = 4 * 1024 * 1024;
const CLOSING_WITHIN_MS = 1000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

interface Deps {
  faults: Faults;
  timings: StreamTimings;
  /** Whether it may say only so much a second. */
  limited: boolean;
}

/** One websocket as the exchange's server treats it: it pings, gives up on the silent, and can be told to fall silent. */
export class Line {
  readonly #socket: WebSocket;
  readonly #deps: Deps;
  readonly #closers: (() => void)[] = [];
  readonly #leavers: (() => void)[] = [];
  #heardAt = performance.now();
  /** What was sent with the pings that nobody has answered yet. */
  #asked = new Set<string>();
  #incoming: number[] = [];

  constructor(socket: WebSocket, deps: Deps) {
    this.#socket = socket;
    this.#deps = deps;
    const { ping, life, notice } = deps.timings;
    const heartbeat = setInterval(() => this.#beat(), ping);
    const noticing = setTimeout(() => this.#leave(), Math.max(0, life - notice));
    const ending = setTimeout(() => this.close(GOING_AWAY, 'A connection lives 24 hours.'), life);
    socket.on('pong', (data: Buffer) => this.#hear(data.toString()));
    socket.on('ping', (data: Buffer) => {
      if (!deps.faults.mute) socket.pong(data);
    });
    if (deps.limited) for (const event of ['message', 'ping', 'pong']) socket.on(event, () => this.#count());
    // A broken connection also closes, and that is what is acted on.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(noticing);
      clearTimeout(ending);
      for (const closer of this.#closers) closer();
    });
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** While muted nothing is kept for later; who does not read what is sent is cut off. */
  send(message: string): void {
    if (this.#deps.faults.mute || !this.#isOpen) return;
    if (this.#socket.bufferedAmount > LONGEST_BACKLOG) this.cut();
    else this.#socket.send(message);
  }

  onText(listener: (text: string) => void): void {
    this.#socket.on('message', (data: Buffer) => {
      if (this.#isOpen) listener(data.toString('utf8'));
    });
  }

  onClose(listener: () => void): void {
    this.#closers.push(listener);
  }

  /** Before the end of its life. */
  onLeaving(listener: () => void): void {
    this.#leavers.push(listener);
  }

  /** By the closing handshake, or without it when the client does not take part in it. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    const cutting = setTimeout(() => this.cut(), CLOSING_WITHIN_MS);
    this.#closers.push(() => clearTimeout(cutting));
  }

  refuse(reason: string): void {
    this.close(POLICY_VIOLATION, reason);
  }

  /** At once, without a closing handshake. */
  cut(): void {
    this.#socket.terminate();
  }

  #leave(): void {
    for (const leaver of this.#leavers) leaver();
  }

  #beat(): void {
    const now = performance.now();
    if (this.#deps.faults.mute) this.#heardAt = now;
    else if (now - this.#heardAt > this.#deps.timings.silence) this.cut();
    else {
      const payload = String(Math.round(now * 1000));
      this.#asked.add(payload);
      this.#socket.ping(payload);
    }
  }

  /** Only the copy of a ping's own payload counts: an unsolicited pong keeps nothing alive. */
  #hear(payload: string): void {
    if (!this.#asked.has(payload)) return;
    this.#asked = new Set();
    this.#heardAt = performance.now();
  }

  #count(): void {
    const now = performance.now();
    this.#incoming = [...this.#incoming.filter((time) => time > now - 1000), now];
    if (this.#incoming.length > MAX_INCOMING_PER_SECOND) this.refuse('Too many requests');
  }
}
