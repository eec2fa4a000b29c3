import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { MINUTE } from '#contracts/rules/time.ts';
import { addressOf } from '../http/client-address.ts';
import { STATUS } from '../http/on-error.ts';
import { Refusal } from '../lib/errors.ts';
import { type TurnEnd, turnEnd } from './outbox.ts';
import { Pages } from './open-pages.ts';
import { CLOSE, MOST_BYTES, SessionSocket } from './session-socket.ts';
import { SetsByKey } from './sets-by-key.ts';
import { checkUpgrade, type Credential, refuseUpgrade } from './upgrade.ts';
import type { LiveDeps } from './deps.ts';

/** Of a person's pages, and of their programs. */
const MOST_SOCKETS = 20;
const RECHECK_EVERY = 10 * MINUTE;
const CLOSE_WITHIN = 1_000;

/** The user of a session cookie, or of an API token, which then stands for the session. */
interface Visitor {
  userId: string;
  sessionId: string;
}

interface HubOptions extends LiveDeps {
  findPerson: (token: string) => Promise<Visitor | null>;
  /** By an API token. Throws a Refusal for one that may not. */
  findReader: (token: string, address: string) => Promise<Visitor>;
  trustProxy: boolean;
  isSessionAlive: (session: { userId: string; id: string }) => Promise<boolean>;
  onSessionEnd: (listener: (sessionId: string) => void) => () => void;
  publicUrl: string;
  heartBeatMs?: number;
  /** How often the price of a quiet pair is repeated, ms. */
  repeatMs?: number;
}

interface Guest extends Visitor {
  stream: Duplex;
  /** Signed in by an API token. */
  isProgram: boolean;
}

const groupOf = ({ userId, isProgram }: Pick<Guest, 'userId' | 'isProgram'>): string => `${userId} ${isProgram}`;

type Refused = { status: number; sentence: string };

class LiveHub {
  readonly #deps: HubOptions;
  readonly #heartBeatMs: number;
  readonly #pages: Pages;
  readonly #guests = new Map<SessionSocket, Guest>();
  readonly #byGroup = new SetsByKey<SessionSocket>();
  readonly #atTurnEnd: TurnEnd;
  readonly #timers: NodeJS.Timeout[];
  readonly #stopListening: () => void;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has('v12.stomp') ? 'v12.stomp' : false),
  });
  /** Sessions that ended while an upgrade was being checked. */
  readonly #endedMeanwhile = new Set<string>();
  #checking = 0;
  #closed = false;

  constructor(deps: HubOptions) {
    this.#deps = deps;
    this.#heartBeatMs = deps.heartBeatMs ?? 10_000;
    this.#atTurnEnd = turnEnd(deps.clock);
    this.#pages = new Pages(deps, deps.repeatMs);
    this.#stopListening = deps.onSessionEnd((sessionId) => {
      if (this.#checking > 0) this.#endedMeanwhile.add(sessionId);
      this.#endSockets((guest) => guest.sessionId === sessionId);
    });
    deps.bus.onGap(() => this.#recheck());
    this.#timers = [
      setInterval(() => this.#beat(), this.#heartBeatMs / 10).unref(),
      setInterval(() => this.#recheck(), RECHECK_EVERY).unref(),
    ];
  }

  connections(): number {
    return this.#guests.size;
  }

  async handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const onError = (error: Error) => this.#deps.log.debug({ reason: error.message }, 'live: upgrade broken off');
    stream.on('error', onError);
    const guest = await this.#guestOf(request, stream);
    if ('status' in guest) return refuseUpgrade(stream, guest, this.#deps.publicUrl);
    stream.removeListener('error', onError);
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#admit(socket, guest));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopListening();
    this.#pages.close();
    for (const socket of this.#guests.keys()) socket.end(null, CLOSE.restarting);
    const until = Date.now() + CLOSE_WITHIN;
    while (this.#guests.size > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
    this.#server.close();
  }

  async #guestOf(request: IncomingMessage, stream: Duplex): Promise<Guest | Refused> {
    const check = checkUpgrade(request, this.#deps.publicUrl);
    if ('status' in check) return check;
    const visitor = await this.#visitorOf(request, check);
    if ('status' in visitor) return visitor;
    if (this.#closed) return { status: 503, sentence: 'The site is closing. Try again in a moment.' };
    const guest = { ...visitor, stream, isProgram: check.isBearer };
    if (this.#byGroup.of(groupOf(guest)).size < MOST_SOCKETS) return guest;
    const those = guest.isProgram ? 'connections of programs' : 'pages';
    return { status: 429, sentence: `At most ${MOST_SOCKETS} ${those} may be open at a time.` };
  }

  async #visitorOf(request: IncomingMessage, { token, isBearer }: Credential): Promise<Visitor | Refused> {
    const { findPerson, findReader, trustProxy } = this.#deps;
    this.#checking += 1;
    try {
      const person = await (isBearer ? findReader(token, addressOf(request, trustProxy)) : findPerson(token));
      if (!person || this.#endedMeanwhile.has(person.sessionId)) return { status: 401, sentence: 'Sign in first.' };
      return { userId: person.userId, sessionId: person.sessionId };
    } catch (error) {
      if (error instanceof Refusal) return { status: STATUS[error.code], sentence: error.message };
      this.#deps.log.error({ err: error }, 'live: session not checked');
      return { status: 503, sentence: 'The site is not ready. Try again in a moment.' };
    } finally {
      this.#checking -= 1;
      if (this.#checking === 0) this.#endedMeanwhile.clear();
    }
  }

  #admit(socket: WebSocket, guest: Guest): void {
    const { clock, log } = this.#deps;
    const session = new SessionSocket({
      socket,
      stream: guest.stream,
      userId: guest.userId,
      clock,
      log,
      atTurnEnd: this.#atTurnEnd,
      heartBeatMs: this.#heartBeatMs,
      listener: this.#pages.listener,
    });
    this.#guests.set(session, guest);
    this.#byGroup.add(groupOf(guest), session);
    this.#pages.enter(session.page);
    socket.on('close', () => {
      this.#guests.delete(session);
      this.#byGroup.remove(groupOf(guest), session);
      this.#pages.leave(session.page);
    });
  }

  #beat(): void {
    for (const socket of this.#guests.keys()) socket.beat();
  }

  #endSockets(ended: (guest: Guest) => boolean): void {
    for (const [socket, guest] of this.#guests) {
      if (ended(guest)) socket.end('Your session has ended. Sign in again.', CLOSE.sessionEnded);
    }
  }

  /** Sessions also expire, or end while the bus is disconnected. */
  #recheck(): void {
    const check = async () => {
      const sessions = new Map([...this.#guests.values()].map(({ sessionId, userId }) => [sessionId, userId]));
      for (const [id, userId] of sessions) {
        const isAlive = await this.#deps.isSessionAlive({ userId, id });
        if (!isAlive) this.#endSockets(({ sessionId }) => sessionId === id);
      }
    };
    check().catch((error: unknown) => this.#deps.log.error({ err: error }, 'live: sessions not rechecked'));
  }
}

/** The live channel: STOMP 1.2 over websockets at /websocket-url, for signed-in users. */
export const createHub = (deps: HubOptions): LiveHub => new LiveHub(deps);
