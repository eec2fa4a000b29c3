import { topics } from '#contracts/live.ts';
import type { Clock } from '../lib/clock.ts';
import { Connection, type ConnectionContext, Fault, type Listener } from './connection.ts';
import { Outbox, type OutboxContext } from './outbox.ts';
import { frameReader, StompFault } from './stomp.ts';
import type { LiveDeps } from './deps.ts';

export const MOST_BYTES = 64 * 1024;
/** S-39: twenty, and one for each topic: a page that has just connected subscribes to all it shows at once. */
const MOST_A_SECOND = 20 + Object.keys(topics).length;
const CONNECT_WITHIN = 10_000;
const CLOSE_WITHIN = 500;
const LINE_END = Buffer.from('\n');

/** Websocket close codes. 4401 is ours: the session ended, sign in again. */
export const CLOSE = {
  normal: 1000,
  protocol: 1002,
  policy: 1008,
  tooLarge: 1009,
  failed: 1011,
  restarting: 1012,
  sessionEnded: 4401,
} as const;

interface SocketContext
  extends
    Pick<LiveDeps, 'clock' | 'log'>,
    Pick<OutboxContext, 'socket' | 'stream' | 'atTurnEnd'>,
    Pick<ConnectionContext, 'userId' | 'heartBeatMs'> {
  listener: Omit<Listener, 'done'>;
}

class TooMany extends Error {}

/** Throws TooMany above the limit in any second. */
function perSecond(most: number, clock: Clock) {
  const times: number[] = [];
  return (): void => {
    const now = clock();
    while (times.length > 0 && (times[0] ?? 0) <= now - 1000) times.shift();
    times.push(now);
    if (times.length > most) throw new TooMany(`Too many messages: at most ${most} a second.`);
  };
}

function closeCode(error: unknown): number | null {
  if (error instanceof Fault || error instanceof TooMany) return CLOSE.policy;
  if (error instanceof StompFault) return error.tooLarge ? CLOSE.tooLarge : CLOSE.protocol;
  return null;
}

/** One page's websocket: its limits, heart-beats and close. */
export class SessionSocket {
  readonly page: Connection;
  readonly #deps: SocketContext;
  readonly #outbox: Outbox;
  readonly #read = frameReader(MOST_BYTES);
  readonly #count: () => void;
  readonly #openedAt: number;
  #receivedAt: number;
  #ending = false;

  constructor(deps: SocketContext) {
    const { socket, stream, userId, clock, log, atTurnEnd, heartBeatMs } = deps;
    this.#deps = deps;
    this.#count = perSecond(MOST_A_SECOND, clock);
    this.#openedAt = clock();
    this.#receivedAt = this.#openedAt;
    this.#outbox = new Outbox({ socket, stream, clock, atTurnEnd, onOverflow: () => this.#drop() });
    const listener = { ...deps.listener, done: () => this.end(null, CLOSE.normal) };
    this.page = new Connection({ userId, outbox: this.#outbox, listener, log, heartBeatMs });
    socket.on('message', (data) => this.#receive(data as Buffer));
    // ws closes by itself, with the code of the fault (1009: too large).
    socket.on('error', (error) => log.info({ userId, reason: error.message }, 'live: socket failed'));
    socket.on('close', () => {
      this.#ending = true;
    });
  }

  /** Sends the reason in an ERROR frame, closes, and terminates if the peer does not close too. */
  end(sentence: string | null, code: number, receipt?: string): void {
    if (this.#ending) return;
    this.#ending = true;
    const { socket, clock } = this.#deps;
    if (sentence !== null) this.page.faultSentence(sentence, receipt);
    this.#outbox.flush(clock());
    socket.close(code);
    setTimeout(() => socket.terminate(), CLOSE_WITHIN).unref();
  }

  /** Sends a due heart-beat, and closes when the peer's is overdue. */
  beat(): void {
    const now = this.#deps.clock();
    const { send, expect } = this.page.beats;
    const slack = this.#deps.heartBeatMs / 5;
    if (send > 0 && now - this.#outbox.sentAt >= send - slack) this.#outbox.send(LINE_END);
    if (expect > 0 && now - this.#receivedAt > 2 * expect) this.end('No heart-beat came from you.', CLOSE.policy);
    if (!this.page.connected && now - this.#openedAt > CONNECT_WITHIN) {
      this.end('No CONNECT frame came.', CLOSE.policy);
    }
  }

  #drop(): void {
    const { socket, log, userId } = this.#deps;
    log.warn({ userId, buffered: socket.bufferedAmount }, 'live: a reader was too slow and was dropped');
    socket.terminate();
  }

  #receive(piece: Buffer): void {
    if (this.#ending) return;
    this.#receivedAt = this.#deps.clock();
    let receipt: string | undefined;
    try {
      this.#count();
      let first = true;
      for (const frame of this.#read(piece)) {
        if (!first) this.#count();
        first = false;
        receipt = frame.headers.get('receipt');
        this.page.receive(frame);
        receipt = undefined;
      }
    } catch (error) {
      this.#fail(error, receipt);
    }
  }

  #fail(error: unknown, receipt: string | undefined): void {
    const { log, userId } = this.#deps;
    const code = closeCode(error);
    if (code === null || !(error instanceof Error)) {
      log.error({ err: error, userId }, 'live: a frame could not be handled');
      return this.end('Something went wrong.', CLOSE.failed, receipt);
    }
    log.info({ userId, reason: error.message }, 'live: frame refused');
    this.end(error.message, code, receipt);
  }
}
