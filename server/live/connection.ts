import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { INIT_DESTINATION, InitWebId, topics } from '#contracts/live.ts';
import type { Outbox } from './outbox.ts';
import { exchangeName, type PagePair } from './prices.ts';
import { encodeFrame, encodeHead, encodeTail, type Frame } from './stomp.ts';
import type { LiveDeps } from './deps.ts';

/** A refused frame: the reason goes out in an ERROR frame and the connection ends. */
export class Fault extends Error {}

export interface Listener {
  /** The page shows another pair. */
  moved(page: Connection, pairs: { from: PagePair | null; to: PagePair }): void;
  subscribed(page: Connection, topic: string): void;
  unsubscribed(page: Connection, topic: string): void;
  /** After DISCONNECT. */
  done(): void;
}

export interface ConnectionContext extends Pick<LiveDeps, 'log'> {
  userId: string;
  outbox: Outbox;
  listener: Listener;
  heartBeatMs: number;
}

interface Subscription {
  id: string;
  topic: string;
  /** The MESSAGE frame up to the part that all pages share; made with the first message, since most topics have none. */
  head: Buffer | null;
}

const MOST_SUBSCRIPTIONS = 50;
/** Topics whose events belong to later stages of a block; pages may subscribe to them already. */
const FURTHER = ['second-filled-take-profit', 'second-filled-stop-loss', 'copy-skipped'] as const;

const WEB_ID = 'web-id';
/** One string a topic for all subscriptions, which are compared by it. */
const TOPICS = new Map([...Object.keys(topics), ...FURTHER, WEB_ID].map((topic) => [topic, topic]));

/** `/user/{name}/web-id` or `/user/{webId}/{topic}`; null for anything else. */
function readDestination(text: string): { recipient: string; topic: string } | null {
  const parts = text.split('/');
  const [empty, user, recipient = '', name = ''] = parts;
  if (parts.length !== 4 || empty !== '' || user !== 'user' || recipient === '') return null;
  const topic = TOPICS.get(name);
  return topic === undefined ? null : { recipient, topic };
}

/** STOMP heart-beat negotiation: the interval between what one side can send and the other wants, in ms; 0 is never. */
const heartBeat = (canSend: number, wants: number): number =>
  canSend === 0 || wants === 0 ? 0 : Math.max(canSend, wants);

function readHeartBeat(header: string | undefined): { canSend: number; wants: number } | null {
  const found = /^(\d{1,7}),(\d{1,7})$/.exec(header ?? '0,0');
  return found ? { canSend: Number(found[1]), wants: Number(found[2]) } : null;
}

function need(frame: Frame, name: string): string {
  const value = frame.headers.get(name);
  if (!value) throw new Fault(`A ${frame.command} frame needs the header ${name}.`);
  return value;
}

function readInit(body: Buffer): InitWebId {
  try {
    return z.parse(InitWebId, JSON.parse(body.toString('utf8')));
  } catch {
    throw new Fault(`${INIT_DESTINATION} takes userName, market, symbolName and counterEarning as JSON.`);
  }
}

/** The STOMP session of one page: frames and subscriptions, without sockets or other pages. */
export class Connection {
  readonly userId: string;
  /** Heart-beat intervals that we send and expect, in ms; 0 is never. */
  readonly beats = { send: 0, expect: 0 };
  connected = false;
  pair: PagePair | null = null;
  readonly #deps: ConnectionContext;
  #subscriptions: Subscription[] = [];
  /** Constant for the connection, so that a page keeps its subscriptions when it changes the pair. */
  readonly #webId = randomUUID();

  constructor(deps: ConnectionContext) {
    this.#deps = deps;
    this.userId = deps.userId;
  }

  listens(topic: string): boolean {
    return this.#subscriptions.some((subscription) => subscription.topic === topic);
  }

  /** `tail` is the shared part of one event. */
  deliver(topic: string, tail: Buffer): void {
    for (const subscription of this.#subscriptions)
      if (subscription.topic === topic) this.#deps.outbox.send(this.#headOf(subscription), tail);
  }

  /** Like deliver, but a slow reader gets only the newest price. */
  deliverPrice(topic: string, tail: Buffer): void {
    for (const subscription of this.#subscriptions)
      if (subscription.topic === topic) this.#deps.outbox.price(this.#headOf(subscription), tail);
  }

  faultSentence(sentence: string, receipt: string | undefined): void {
    const headers = { message: sentence, 'content-type': 'text/plain' };
    const withReceipt = receipt === undefined ? headers : { ...headers, 'receipt-id': receipt };
    this.#deps.outbox.send(encodeFrame('ERROR', withReceipt, sentence));
  }

  /** Throws Fault. */
  receive(frame: Frame): void {
    if (frame.command === 'CONNECT' || frame.command === 'STOMP') return this.#connect(frame);
    if (!this.connected) throw new Fault('The first frame must be CONNECT.');
    this.#handle(frame);
    const receipt = frame.headers.get('receipt');
    if (receipt !== undefined) this.#deps.outbox.send(encodeFrame('RECEIPT', { 'receipt-id': receipt }));
    if (frame.command === 'DISCONNECT') this.#deps.listener.done();
  }

  #handle(frame: Frame): void {
    switch (frame.command) {
      case 'SUBSCRIBE':
        return this.#subscribe(frame);
      case 'SEND':
        return this.#init(frame);
      case 'UNSUBSCRIBE':
        // An UNSUBSCRIBE may be repeated, or follow a reconnect.
        return this.#unsubscribe(need(frame, 'id'));
      case 'DISCONNECT':
        return;
      default:
        throw new Fault(`${frame.command} is not supported.`);
    }
  }

  #connect(frame: Frame): void {
    if (this.connected) throw new Fault('This connection is connected already.');
    if (!need(frame, 'accept-version').split(',').includes('1.2')) throw new Fault('Only STOMP 1.2 is supported.');
    const beat = readHeartBeat(frame.headers.get('heart-beat'));
    if (!beat) throw new Fault('heart-beat is written as two numbers of milliseconds: 10000,10000.');
    const { heartBeatMs, outbox } = this.#deps;
    this.beats.send = heartBeat(heartBeatMs, beat.wants);
    this.beats.expect = heartBeat(beat.canSend, heartBeatMs);
    this.connected = true;
    const headers = { version: '1.2', server: 'tandem', 'heart-beat': `${heartBeatMs},${heartBeatMs}` };
    outbox.send(encodeFrame('CONNECTED', { ...headers, 'user-name': this.userId }));
  }

  #subscribe(frame: Frame): void {
    const id = need(frame, 'id');
    const destination = need(frame, 'destination');
    const ack = frame.headers.get('ack') ?? 'auto';
    if (ack !== 'auto') throw new Fault('Messages are not acknowledged here: ack:auto.');
    if (this.#subscriptions.some((subscription) => subscription.id === id))
      throw new Fault('This subscription id is in use.');
    if (this.#subscriptions.length >= MOST_SUBSCRIPTIONS)
      throw new Fault(`At most ${MOST_SUBSCRIPTIONS} subscriptions.`);
    const topic = this.#topicOf(destination);
    this.#subscriptions.push({ id, topic, head: null });
    this.#deps.listener.subscribed(this, topic);
  }

  #unsubscribe(id: string): void {
    const ended = this.#subscriptions.find((subscription) => subscription.id === id);
    if (!ended) return;
    this.#subscriptions = this.#subscriptions.filter((subscription) => subscription !== ended);
    this.#deps.listener.unsubscribed(this, ended.topic);
  }

  /** S-38: only the session's own user name, and only the id given on this connection. */
  #topicOf(destination: string): string {
    const found = readDestination(destination);
    if (!found) throw new Fault(`There is no channel ${destination.slice(0, 100)}.`);
    if (found.recipient !== this.#recipientOf(found.topic)) this.#refuseForeign(destination);
    return found.topic;
  }

  #init(frame: Frame): void {
    if (frame.headers.has('transaction')) throw new Fault('Transactions are not supported.');
    const destination = need(frame, 'destination');
    if (destination !== INIT_DESTINATION) throw new Fault(`Nothing is received at ${destination.slice(0, 100)}.`);
    const page = readInit(frame.body);
    if (page.userName !== this.userId) this.#refuseForeign(destination);
    const from = this.pair;
    this.pair = { market: page.market.toLowerCase(), symbol: exchangeName(page.symbolName) };
    const body = JSON.stringify({ webId: this.#webId });
    this.deliver(WEB_ID, encodeTail({ 'message-id': randomUUID() }, body));
    this.#deps.listener.moved(this, { from, to: this.pair });
  }

  #refuseForeign(destination: string): never {
    this.#deps.log.warn({ userId: this.userId, destination }, "live: another person's channel was asked for");
    throw new Fault('This channel is not yours.');
  }

  /** Whose channel of a topic this is; null before the page has named its pair. */
  #recipientOf(topic: string): string | null {
    return topic === WEB_ID ? this.userId : this.pair && this.#webId;
  }

  #headOf(subscription: Subscription): Buffer {
    if (subscription.head) return subscription.head;
    const { id, topic } = subscription;
    const destination = `/user/${this.#recipientOf(topic)}/${topic}`;
    const headers = { destination, subscription: id, 'content-type': 'application/json' };
    return (subscription.head = Buffer.from(encodeHead('MESSAGE', headers)));
  }
}
