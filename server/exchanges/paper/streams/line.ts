import type { WebSocket } from 'ws';
import type { Faults } from '../control/faults.ts';

export const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 60_000;
const LONGEST_LIFE_MS = 24 * 3_600_000;
const MAX_INCOMING_PER_SECOND = 5;

/** One websocket as the exchange's server treats it: it pings, gives up on the silent, and can be told to fall silent. */
export class Line {
  readonly #socket: WebSocket;
  readonly #faults: Faults;
  #heardAt: number;
  #incoming: number[] = [];
  readonly #closers: (() => void)[] = [];

  constructor(socket: WebSocket, parts: { faults: Faults; limited: boolean }) {
    this.#socket = socket;
    this.#faults = parts.faults;
    this.#heardAt = performance.now();
    const heartbeat = setInterval(() => this.#beat(), PING_EVERY_MS);
    const life = setTimeout(() => socket.close(1001, 'A connection lives 24 hours.'), LONGEST_LIFE_MS);
    socket.on('pong', () => {
      this.#heardAt = performance.now();
    });
    socket.on('ping', (data: Buffer) => {
      if (!this.#faults.mute) socket.pong(data);
    });
    if (parts.limited) for (const event of ['message', 'ping', 'pong']) socket.on(event, () => this.#count());
    // A broken connection also closes, and that is what is acted on.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(life);
      for (const closer of this.#closers) closer();
    });
  }

  send(message: string): void {
    if (!this.#faults.mute && this.#socket.readyState === this.#socket.OPEN) this.#socket.send(message);
  }

  onText(listener: (text: string) => void): void {
    this.#socket.on('message', (data: Buffer) => listener(data.toString('utf8')));
  }

  onClose(listener: () => void): void {
    this.#closers.push(listener);
  }

  /** At once, without a closing handshake. */
  cut(): void {
    this.#socket.terminate();
  }

  #beat(): void {
    if (this.#faults.mute) return;
    if (performance.now() - this.#heardAt > PONG_WITHIN_MS) this.#socket.terminate();
    else this.#socket.ping(String(performance.now()));
  }

  #count(): void {
    const now = performance.now();
    this.#incoming = [...this.#incoming.filter((time) => time > now - 1000), now];
    if (this.#incoming.length > MAX_INCOMING_PER_SECOND) this.#socket.close(1008, 'Too many requests');
  }
}
