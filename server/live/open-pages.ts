import type { Connection, Listener } from './connection.ts';
import { pairKey, priceBodies, type PagePair, type PublishedTick, type Tick, watchTicks } from './prices.ts';
import type { UserMessage } from './publish.ts';
import { SetsByKey } from './sets-by-key.ts';
import { encodeTail } from './stomp.ts';
import type { LiveDeps } from './deps.ts';
import { WatchedPairs } from './watched-pairs.ts';

/** alert-prices at most twice a second. */
const ALERT_PRICES_EVERY = 500;
/** How often the price of a quiet pair is repeated while its market trades or its trades are missing. */
const REPEAT_EVERY = 4_000;

/** Routes events to open pages: by user, by pair, and by market for alert prices. */
export class Pages {
  readonly #lastPrice: LiveDeps['lastPrice'];
  readonly #bodies: ReturnType<typeof priceBodies>;
  readonly #ticks: ReturnType<typeof watchTicks>;
  readonly #stopUsers: () => void;
  readonly #stopPairs: () => void;
  readonly #quietTimer: NodeJS.Timeout;
  /** Pairs, markets and publishers that ticked since quiet pairs were last repeated. */
  readonly #ticked = new Set<string>();
  /** The publisher of each pair's newest tick, of its market. */
  readonly #publisher = new Map<string, string>();
  readonly #byUser = new SetsByKey<Connection>();
  readonly #byPair = new SetsByKey<Connection>();
  readonly #byMarket = new SetsByKey<Connection>();
  readonly #watched: WatchedPairs;
  #messageId = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    { bus, clock, lastPrice, pairName }: Pick<LiveDeps, 'bus' | 'clock' | 'lastPrice' | 'pairName'>,
    repeatMs = REPEAT_EVERY,
  ) {
    this.#lastPrice = lastPrice;
    this.#bodies = priceBodies(pairName);
    this.#ticks = watchTicks(bus, (tick) => this.#onTick(tick));
    this.#watched = new WatchedPairs({ bus, clock, tail: (body) => this.#tail(body) });
    this.#quietTimer = setInterval(() => this.#repeatQuiet(), repeatMs).unref();
    this.#stopUsers = bus.subscribe(
      'user.>',
      (body, subject) => this.#onUser(body as UserMessage, subject),
      (subject) => this.#readersOf(subject).size > 0,
    );
    this.#stopPairs = bus.subscribe('pair.>', (body, subject) => this.#onPair(body as UserMessage, subject));
  }

  enter(page: Connection): void {
    this.#byUser.add(page.userId, page);
  }

  leave(page: Connection): void {
    this.#byUser.remove(page.userId, page);
    this.#leavePair(page, page.pair);
  }

  readonly listener: Omit<Listener, 'done'> = {
    moved: (page, { from, to }) => {
      this.#leavePair(page, from);
      this.#byPair.add(pairKey(to.market, to.symbol), page);
      this.#watched.enter(page);
      if (page.listens('market-price')) this.#sendPrice(page, to);
      if (!page.listens('alert-prices')) return;
      this.#byMarket.add(to.market, page);
      if (from?.market !== to.market) this.#sendAlertPricesTo(page, to);
    },
    subscribed: (page, topic) => {
      if (!page.pair) return;
      this.#watched.subscribed(page, topic);
      if (topic === 'market-price') this.#sendPrice(page, page.pair);
      if (topic !== 'alert-prices') return;
      this.#byMarket.add(page.pair.market, page);
      this.#sendAlertPricesTo(page, page.pair);
    },
    unsubscribed: (page, topic) => this.#watched.unsubscribed(page, topic),
  };

  close(): void {
    this.#watched.close();
    this.#ticks.stop();
    clearInterval(this.#quietTimer);
    this.#stopUsers();
    this.#stopPairs();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #onTick(tick: PublishedTick): void {
    const [pair, publisher] = [pairKey(tick.market, tick.symbol), `${tick.market} ${tick.by}`];
    this.#ticked.add(tick.market).add(pair).add(publisher);
    this.#publisher.set(pair, publisher);
    this.#publishPrice(tick);
    if (this.#byMarket.of(tick.market).size > 0) {
      this.#timer ??= setTimeout(() => this.#sendAlertPrices(), ALERT_PRICES_EVERY);
    }
  }

  #publishPrice(tick: Tick): void {
    const readers = this.#byPair.of(pairKey(tick.market, tick.symbol));
    if (readers.size === 0) return;
    const tail = this.#tail(this.#bodies.marketPrice(tick));
    for (const reader of readers) reader.deliverPrice('market-price', tail);
  }

  /** A pair without trades keeps its price as long as the process that publishes it sends signs of life. */
  #repeatQuiet(): void {
    for (const { pair } of this.#byPair.firsts()) {
      const key = pair && pairKey(pair.market, pair.symbol);
      if (!key || this.#ticked.has(key)) continue;
      const newest = this.#newest(pair);
      const hasTicked = this.#ticked.has(this.#publisher.get(key) ?? pair.market);
      if (newest && (newest.delayedSince || hasTicked)) this.#publishPrice(newest);
    }
    this.#ticked.clear();
  }

  /** The open pages of the person whom a subject `user.<id>.live` names. */
  #readersOf(subject: string): ReadonlySet<Connection> {
    const [, userId = ''] = subject.split('.');
    return this.#byUser.of(userId);
  }

  #onUser({ topic, body }: UserMessage, subject: string): void {
    const readers = this.#readersOf(subject);
    if (readers.size === 0) return;
    const tail = this.#tail(JSON.stringify(body));
    for (const reader of readers) reader.deliver(topic, tail);
  }

  #onPair({ topic, body }: UserMessage, subject: string): void {
    const [, market = '', symbol = ''] = subject.split('.');
    const readers = this.#byPair.of(pairKey(market, symbol));
    if (readers.size === 0) return;
    const tail = this.#tail(JSON.stringify(body));
    for (const reader of readers) reader.deliver(topic, tail);
  }

  #sendAlertPrices(): void {
    this.#timer = null;
    for (const [market, pairs] of Map.groupBy(this.#ticks.takeChanged(), (pair) => pair.market)) {
      const readers = this.#byMarket.of(market);
      if (readers.size === 0) continue;
      const tail = this.#tail(this.#bodies.alertPrices(this.#pricesOf(pairs)));
      for (const reader of readers) reader.deliver('alert-prices', tail);
    }
  }

  /** The current price, so that a page need not wait for the next trade. */
  #sendPrice(page: Connection, pair: PagePair): void {
    const newest = this.#newest(pair);
    if (newest) page.deliverPrice('market-price', this.#tail(this.#bodies.marketPrice(newest)));
  }

  #sendAlertPricesTo(page: Connection, pair: PagePair): void {
    const others = this.#ticks.of(pair.market).filter(({ symbol }) => symbol !== pair.symbol);
    page.deliver('alert-prices', this.#tail(this.#bodies.alertPrices(this.#pricesOf([pair, ...others]))));
  }

  #newest({ market, symbol }: PagePair): Tick | null {
    const last = this.#lastPrice(market, symbol);
    return last && { market, symbol, ...last };
  }

  #pricesOf(pairs: readonly PagePair[]): Tick[] {
    return pairs.flatMap((pair) => this.#newest(pair) ?? []);
  }

  #leavePair(page: Connection, pair: PagePair | null): void {
    if (!pair) return;
    this.#watched.leave(page, pair);
    this.#byPair.remove(pairKey(pair.market, pair.symbol), page);
    this.#byMarket.remove(pair.market, page);
  }

  /** The part of a MESSAGE that all its readers share. */
  #tail(body: string): Buffer {
    this.#messageId += 1;
    return encodeTail({ 'message-id': String(this.#messageId) }, body);
  }
}
