import type { Big } from 'big.js';
import { backoff } from '#contracts/rules/backoff.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Log } from '../../../../lib/log.ts';
import type { AlertTable, Armed } from '../../levels/alert-table.ts';
import type { Move } from '../../levels/level-book.ts';
import { ExchangeTime } from './exchange-time.ts';
import { PairFeed, type Missed, type Price, type Put } from './pair-feed.ts';
import type { PriceSource } from './prices.ts';
import { readCandles, readPassed, readPriceAt, readTrades, type Span } from './read-prices.ts';
import { RecentTrades } from './recent-trades.ts';

/** Between tries to read or write what must not be left out, ms. */
export const RETRY = { min: 500, max: 5 * SECOND };
const RETRY_AFTER = [1, 2, 3, 4].map((retry) => backoff(retry, RETRY));
const READ_AT_ONCE = 4;

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms).unref());

interface Deps {
  market: Market;
  /** Null while the market is off: its alerts wait. */
  exchange: PriceSource | null;
  /** Of the whole engine. */
  table: AlertTable;
  clock: () => number;
  log: Log;
  onMove: (feed: PairFeed, move: Move, at: Price) => void;
}

/** The pairs of one market that are watched here. */
export class MarketWatch {
  readonly market: Market;
  readonly #deps: Deps;
  readonly #feeds = new Map<string, PairFeed>();
  /** Without a gap. */
  #recent = new RecentTrades();
  readonly #time: ExchangeTime;
  #stop: (() => void) | null = null;
  /** Since when nothing was missed, by our clock. */
  #heardFrom = Infinity;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.market = deps.market;
    this.#time = new ExchangeTime(deps.clock);
  }

  feeds(): MapIterator<PairFeed> {
    return this.#feeds.values();
  }

  find(symbol: string): PairFeed | null {
    return this.#feeds.get(symbol) ?? null;
  }

  /** `last` is the price up to which it was evaluated before. */
  open(symbol: string, last: { price: Big; time: number } | null = null): PairFeed {
    const { market, exchange, table, clock, onMove } = this.#deps;
    const tick = exchange?.pairs().get(symbol)?.tick ?? ZERO;
    const feed = new PairFeed({ table, market, symbol, tick, last, clock, onMove, exchangeTime: this.#time });
    this.#feeds.set(symbol, feed);
    return feed;
  }

  isOpen(feed: PairFeed): boolean {
    return this.#feeds.get(feed.symbol) === feed;
  }

  /** With whatever is in it. */
  close(feed: PairFeed): void {
    for (const slot of feed.book.slots()) feed.book.removeAt(slot);
    if (this.isOpen(feed)) this.#feeds.delete(feed.symbol);
  }

  /** An alert that this engine has just read, and whatever passed since it was armed. */
  put(alert: Armed & { symbol: string }, { standing, armedAt }: Omit<Put, 'before' | 'missed'>): void {
    const { symbol } = alert;
    const since = this.#time.theirs(armedAt);
    const isKnown = standing.kind !== 'timed' || this.#remembers(armedAt);
    const { before, after: missed } = this.#recent.marketContext(symbol, since);
    const feed = this.find(symbol) ?? this.open(symbol, isKnown ? before : null);
    if (isKnown) return feed.put(alert, { standing, armedAt, before, missed });
    const { evaluatedUntil } = feed;
    feed.put(alert, { standing: evaluatedUntil > since ? { kind: 'sided' } : standing, armedAt });
    if (evaluatedUntil > since) void this.#readPassed(feed, alert, { from: since, to: evaluatedUntil });
    else if (evaluatedUntil === -Infinity) this.#recoverFrom(feed);
  }

  /** Whether every trade since a time of our clock was heard and is kept. */
  #remembers(time: number): boolean {
    return time >= this.#heardFrom && this.#recent.reachesBack(this.#time.theirs(time));
  }

  /** A pair without a price yet: what was heard of it goes behind what is read. */
  #recoverFrom(feed: PairFeed): void {
    feed.suspend(this.receivedSince(feed));
    this.recover([feed]);
  }

  /** The others of its pair have seen these prices: they pass by this alert alone. */
  async #readPassed(feed: PairFeed, alert: Armed, span: Span): Promise<void> {
    const { exchange } = this.#deps;
    if (!exchange) return;
    feed.unsettled += 1;
    const prices = await this.#insist(feed, () => readPassed(exchange, feed.symbol, span));
    feed.unsettled -= 1;
    if (prices && this.#isRead(feed)) feed.passBy(alert, prices, true);
    this.dropIfEmpty(feed);
  }

  /** What was heard of a pair since it was evaluated last, elsewhere. */
  receivedSince({ symbol, missingSince }: PairFeed) {
    return this.#recent.marketContext(symbol, missingSince).after;
  }

  dropIfEmpty(feed: PairFeed): void {
    if (feed.book.size === 0 && feed.unsettled === 0) this.close(feed);
  }

  clear(): void {
    this.#feeds.clear();
  }

  start(): void {
    const { exchange } = this.#deps;
    if (!exchange) return;
    this.#stop = exchange.watchTrades((event) => {
      if (event.kind === 'gap') {
        this.#heardFrom = this.#deps.clock();
        this.#recent = new RecentTrades();
        return this.recover([...this.#feeds.values()]);
      }
      const { trade } = event;
      this.#time.came(trade.time);
      this.#recent.add(trade);
      this.#feeds.get(trade.symbol)?.take(trade);
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /** Of these pairs prices may be missing. */
  recover(feeds: readonly PairFeed[]): void {
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

  /** reads what was missed from the exchange. */
  async #read(feed: PairFeed, exchange: PriceSource): Promise<void> {
    let missed: Missed | null;
    let gaps: number;
    do {
      ({ gaps } = feed);
      missed = await this.#insist(feed, () => this.#missedOf(feed, exchange));
    } while (gaps !== feed.gaps && this.#isRead(feed));
    feed.recovering = false;
    if (!this.#isRead(feed)) return;
    if (missed) return feed.replay(missed);
    this.#deps.log.error({ symbol: feed.symbol }, 'alerts: going on without the missed prices');
    feed.release();
  }

  async #missedOf(feed: PairFeed, exchange: PriceSource): Promise<Missed> {
    const { clock } = this.#deps;
    const { symbol, missingSince: from } = feed;
    const asked = clock();
    const candles = await readCandles(exchange, symbol, { from, to: Math.max(asked, this.#time.theirs(asked)) + 1 });
    const unclear = feed.unclearOf(candles);
    const trades = unclear && (await readTrades(exchange, symbol, { from, to: unclear.closeTime }));
    const whole = trades ? candles.filter((candle) => candle !== unclear) : candles;
    const before = feed.evaluatedUntil === -Infinity ? await readPriceAt(exchange, symbol, from) : null;
    return { before, trades: trades ?? [], candles: whole, until: this.#time.theirs(asked) };
  }

  #isRead(feed: PairFeed): boolean {
    return this.#stop !== null && this.isOpen(feed);
  }

  /** Again and again for some seconds; null when it failed to the end, or the pair is not watched any more. */
  async #insist<T>(feed: PairFeed, read: () => Promise<T>): Promise<T | null> {
    const { log } = this.#deps;
    const { symbol } = feed;
    for (const [attempt, wait] of [...RETRY_AFTER, null].entries()) {
      if (!this.#isRead(feed)) return null;
      try {
        return await read();
      } catch (error) {
        log.error({ err: error, symbol, attempt }, 'alerts: missed prices could not be read');
        if (wait !== null) await pause(wait);
      }
    }
    return null;
  }
}
