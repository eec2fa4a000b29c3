import { backoff } from '#contracts/rules/backoff.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Log } from '../../lib/log.ts';
import { ExchangeTime } from './exchange-time.ts';
import { type Mark, type Missed, type MissedPart, PairFeed, type PairFeedContext } from './pair-feed.ts';
import type { PriceBook } from './price-book.ts';
import type { Candle, PriceSource, Trade } from './prices.ts';
import { readCandles, readPassed, readPriceAt, readTrades, type Span } from './read-prices.ts';
import { type LastTrades, noTrades, RecentTrades } from './recent-trades.ts';
import { rememberedNumber, symbolNumber } from './symbol-number.ts';

/** Between tries to read or write what must not be left out, ms. */
export const RETRY = { min: 500, max: 5 * SECOND };
const RETRY_AFTER = [1, 2, 3, 4].map((retry) => backoff(retry, RETRY));
const READ_AT_ONCE = 4;
/** Before its first message an exchange's clock may be ahead of ours by as much, ms. */
const MOST_AHEAD = 10 * SECOND;

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms).unref());

interface MarketFeedContext<Book extends PriceBook> extends Pick<PairFeedContext<Book>, 'market' | 'createBook'> {
  /** Null while the market is off: its levels wait. */
  exchange: PriceSource | null;
  clock: () => number;
  log: Log;
}

/** One lookup by symbol finds all that a trade is for. */
interface Pair<Book extends PriceBook> extends LastTrades {
  /** Null while the pair has no levels. */
  feed: PairFeed<Book> | null;
}

/** The pairs of one market that have levels. */
export class MarketFeed<Book extends PriceBook> {
  readonly market: Market;
  readonly exchangeTime: ExchangeTime;
  readonly #deps: MarketFeedContext<Book>;
  readonly #pairs = new Map<string, Pair<Book>>();
  /** The same, by `symbolNumber`. */
  readonly #numbered: (Pair<Book> | undefined)[] = [undefined];
  /** Without a gap. */
  readonly #recent = new RecentTrades();
  #stop: (() => void) | null = null;
  /** Since when nothing was missed, by our clock. */
  #completeFrom = Infinity;

  constructor(deps: MarketFeedContext<Book>) {
    this.#deps = deps;
    this.market = deps.market;
    this.exchangeTime = new ExchangeTime(deps.clock);
  }

  feeds(): PairFeed<Book>[] {
    return [...this.#pairs.values()].flatMap(({ feed }) => feed ?? []);
  }

  find(symbol: string): PairFeed<Book> | null {
    return this.#pairs.get(symbol)?.feed ?? null;
  }

  #pairOf(symbol: string): Pair<Book> {
    const known = this.#pairs.get(symbol);
    if (known) return known;
    const pair: Pair<Book> = { ...noTrades(symbol), feed: null };
    this.#recent.watch(pair);
    this.#pairs.set(symbol, pair);
    const number = symbolNumber(symbol);
    while (this.#numbered.length < number) this.#numbered.push(undefined);
    this.#numbered[number] = pair;
    return pair;
  }

  open(symbol: string, last: Mark | null = null): PairFeed<Book> {
    const { market, createBook } = this.#deps;
    const feed = new PairFeed({ market, symbol, last, exchangeTime: this.exchangeTime, createBook });
    this.#pairOf(symbol).feed = feed;
    return feed;
  }

  isOpen(feed: PairFeed<Book>): boolean {
    return this.find(feed.symbol) === feed;
  }

  /** With whatever is in it. */
  close(feed: PairFeed<Book>): void {
    feed.book.clear();
    if (this.isOpen(feed)) this.#pairOf(feed.symbol).feed = null;
  }

  dropIfEmpty(feed: PairFeed<Book>): void {
    if (feed.book.size === 0 && feed.unsettled === 0) this.close(feed);
  }

  clear(): void {
    for (const pair of this.#pairs.values()) pair.feed = null;
  }

  /** Whether every trade since a time of our clock was received and is kept. */
  remembers(time: number): boolean {
    return time >= this.#completeFrom && this.#recent.reachesBack(this.exchangeTime.theirs(time));
  }

  /** Of what is kept of a pair: the last trade up to a time of the exchange's clock, and those after it. */
  around(symbol: string, time: number): { before: Trade | null; after: Trade[] } {
    return this.#recent.around(this.#pairOf(symbol), time);
  }

  /** What was received of a pair since it was evaluated last, elsewhere. */
  receivedSince({ symbol, missingSince }: PairFeed<Book>): Trade[] {
    return this.around(symbol, missingSince).after;
  }

  start(): void {
    const { exchange } = this.#deps;
    if (!exchange) return;
    this.#stop = exchange.watchTrades((event) => {
      if (event.kind === 'gap') {
        this.#completeFrom = this.#deps.clock();
        this.#recent.clear();
        return this.recover(this.feeds());
      }
      const { trade } = event;
      this.exchangeTime.came(trade.time);
      const pair = this.#numbered[rememberedNumber(trade)] ?? this.#pairOf(trade.symbol);
      this.#recent.add(trade, pair);
      pair.feed?.take(trade);
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /** Of these pairs prices may be missing. */
  recover(feeds: readonly PairFeed<Book>[]): void {
    const { exchange } = this.#deps;
    for (const feed of feeds) feed.suspend();
    const waiting = feeds.filter((feed) => !feed.recovering);
    for (const feed of waiting) feed.recovering = true;
    if (!exchange) return;
    const readOn = async () => {
      for (let feed = waiting.pop(); feed; feed = waiting.pop()) await this.#read(feed, exchange);
    };
    for (let reader = 0; reader < READ_AT_ONCE; reader += 1) void readOn();
  }

  /** A pair without a price yet: what was received of it goes behind what is read. */
  recoverFrom(feed: PairFeed<Book>): void {
    feed.suspend(this.receivedSince(feed));
    this.recover([feed]);
  }

  /** The prices of a span that the pair's other levels have seen; null where they could not be read. */
  async readPassed(feed: PairFeed<Book>, span: Span): Promise<Trade[] | null> {
    const { exchange } = this.#deps;
    if (!exchange) return null;
    feed.unsettled += 1;
    const prices = await this.#insist(feed, () => readPassed(exchange, feed.symbol, span));
    feed.unsettled -= 1;
    return this.#isRead(feed) ? prices : null;
  }

  /** reads what was missed from the exchange. */
  async #read(feed: PairFeed<Book>, exchange: PriceSource): Promise<void> {
    let missed: Missed | null;
    let gaps: number;
    do {
      ({ gaps } = feed);
      missed = await this.#insist(feed, () => this.#missedOf(feed, exchange));
    } while (gaps !== feed.gaps && this.#isRead(feed));
    feed.recovering = false;
    if (!this.#isRead(feed)) return;
    if (missed) return feed.replay(missed);
    this.#deps.log.error({ symbol: feed.symbol }, 'price triggers: continuing without the missed prices');
    feed.release();
  }

  async #missedOf(feed: PairFeed<Book>, exchange: PriceSource): Promise<Missed> {
    const { clock } = this.#deps;
    const { symbol, missingSince: from } = feed;
    const asked = clock();
    const to = Math.max(asked, this.exchangeTime.theirs(asked)) + 1;
    const ahead = this.exchangeTime.isKnown ? 0 : MOST_AHEAD;
    const candles = await readCandles(exchange, symbol, { from, to, ahead });
    const before = feed.evaluatedUntil === -Infinity ? await readPriceAt(exchange, symbol, from) : null;
    const asTrades = new Map<Candle, MissedPart>();
    // By how much the clocks differ may become known while this reads, and other candles are unclear then.
    const unclear = () => feed.unclearOf(candles).filter((candle) => !asTrades.has(candle));
    for (let left = unclear(); left.length > 0; left = unclear()) {
      for (const candle of left) {
        const span = { from: Math.max(from, candle.openTime), to: candle.closeTime };
        asTrades.set(candle, (await readTrades(exchange, symbol, span)) ?? candle);
      }
    }
    const parts = candles.map((candle) => asTrades.get(candle) ?? candle);
    return { before, parts, until: this.exchangeTime.theirs(asked) };
  }

  #isRead(feed: PairFeed<Book>): boolean {
    return this.#stop !== null && this.isOpen(feed);
  }

  /** Again and again for some seconds; null when it failed to the end, or the pair is not watched any more. */
  async #insist<T>(feed: PairFeed<Book>, read: () => Promise<T>): Promise<T | null> {
    const { log } = this.#deps;
    const { symbol } = feed;
    for (const [attempt, wait] of [...RETRY_AFTER, null].entries()) {
      if (!this.#isRead(feed)) return null;
      try {
        return await read();
      } catch (error) {
        log.error({ err: error, symbol, attempt }, 'price triggers: missed prices could not be read');
        if (wait !== null) await pause(wait);
      }
    }
    return null;
  }
}
