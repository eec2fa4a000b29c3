import { ON_DEMAND, type OnDemandTopic } from '#contracts/rules/on-demand-topics.ts';
import type { Connection } from './connection.ts';
import type { LiveDeps } from './deps.ts';
import { pairKey, type PagePair } from './prices.ts';
import { detailSubject, type UserMessage, watchSubject } from './publish.ts';
import { SetsByKey } from './sets-by-key.ts';

/** How often the engines are notified that a pair is still watched, ms. */
const ANNOUNCE_EVERY = 5_000;
/** A page gets at most four books a second. */
export const DEPTH_EVERY = 250;

interface Watched {
  pair: PagePair;
  stop: () => void;
  /** The newest book, encoded. */
  depth: Buffer | null;
  sentAt: number;
  timer: NodeJS.Timeout | null;
}

interface WatchedPairsDeps extends Pick<LiveDeps, 'bus' | 'clock'> {
  /** The part of a MESSAGE that all its readers share. */
  tail: (body: string) => Buffer;
}

const isOnDemand = (topic: string): topic is OnDemandTopic => ON_DEMAND.some((known) => known === topic);

/** Order books and recent trades of the pairs that open pages watch, as an engine publishes them. */
export class WatchedPairs {
  readonly #deps: WatchedPairsDeps;
  readonly #pairs = new Map<string, Watched>();
  readonly #readers = new SetsByKey<Connection>();
  readonly #timer: NodeJS.Timeout;

  constructor(deps: WatchedPairsDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => this.#announceAll(), ANNOUNCE_EVERY).unref();
  }

  /** What a page listens to of the pair that it shows now. */
  enter(page: Connection): void {
    for (const topic of ON_DEMAND) if (page.listens(topic)) this.subscribed(page, topic);
  }

  subscribed(page: Connection, topic: string): void {
    const { pair } = page;
    if (!pair || !isOnDemand(topic)) return;
    const key = pairKey(pair.market, pair.symbol);
    this.#readers.add(`${key} ${topic}`, page);
    const known = this.#pairs.get(key);
    if (!known) this.#pairs.set(key, this.#open(pair));
    if (topic === 'market-depth' && known?.depth) page.deliverPrice(topic, known.depth);
    this.#announce(pair, !known || topic === 'market-trades');
  }

  unsubscribed(page: Connection, topic: string): void {
    if (page.pair && isOnDemand(topic) && !page.listens(topic)) this.#remove(page, page.pair, topic);
  }

  /** The page shows this pair no more. */
  leave(page: Connection, pair: PagePair): void {
    for (const topic of ON_DEMAND) this.#remove(page, pair, topic);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const watched of this.#pairs.values()) this.#end(watched);
    this.#pairs.clear();
  }

  #remove(page: Connection, { market, symbol }: PagePair, topic: OnDemandTopic): void {
    const key = pairKey(market, symbol);
    this.#readers.remove(`${key} ${topic}`, page);
    const watched = this.#pairs.get(key);
    if (!watched || ON_DEMAND.some((each) => this.#readers.of(`${key} ${each}`).size > 0)) return;
    this.#end(watched);
    this.#pairs.delete(key);
  }

  #open(pair: PagePair): Watched {
    const watched: Watched = { pair, stop: () => {}, depth: null, sentAt: -Infinity, timer: null };
    watched.stop = this.#deps.bus.subscribe(detailSubject(pair), (body) => this.#receive(watched, body as UserMessage));
    return watched;
  }

  #end(watched: Watched): void {
    watched.stop();
    if (watched.timer) clearTimeout(watched.timer);
  }

  #receive(watched: Watched, { topic, body }: UserMessage): void {
    const tail = this.#deps.tail(JSON.stringify(body));
    if (topic !== 'market-depth') {
      for (const reader of this.#readersOf(watched, topic)) reader.deliver(topic, tail);
      return;
    }
    watched.depth = tail;
    if (watched.timer) return;
    const wait = watched.sentAt + DEPTH_EVERY - this.#deps.clock();
    if (wait <= 0) this.#sendDepth(watched);
    else watched.timer = setTimeout(() => this.#sendDepth(watched), wait);
  }

  #sendDepth(watched: Watched): void {
    watched.timer = null;
    watched.sentAt = this.#deps.clock();
    if (!watched.depth) return;
    for (const reader of this.#readersOf(watched, 'market-depth')) reader.deliverPrice('market-depth', watched.depth);
  }

  #readersOf({ pair }: Watched, topic: string): ReadonlySet<Connection> {
    return this.#readers.of(`${pairKey(pair.market, pair.symbol)} ${topic}`);
  }

  #announce(pair: PagePair, isNew: boolean): void {
    this.#deps.bus.publish(watchSubject(pair), { isNew });
  }

  #announceAll(): void {
    for (const { pair } of this.#pairs.values()) this.#announce(pair, false);
  }
}
