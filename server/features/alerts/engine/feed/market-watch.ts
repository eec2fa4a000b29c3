import { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Log } from '../../../../lib/log.ts';
import type { AlertTable } from '../../levels/alert-table.ts';
import type { Move } from '../../levels/level-book.ts';
import { ExchangeTime } from './exchange-time.ts';
import { PairFeed, type Price } from './pair-feed.ts';
import type { PriceSource } from './prices.ts';
import { readCandles } from './read-candles.ts';
import { RecentTrades } from './recent-trades.ts';

/** Between tries to read or write what must not be left out, ms. */
export const RETRY_AFTER = [500, 1_000, 2_000, 4_000];
const READ_AT_ONCE = 4;

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms).unref());

interface Needs {
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
  readonly #needs: Needs;
  readonly #feeds = new Map<string, PairFeed>();
  readonly #recent = new RecentTrades();
  readonly #time: ExchangeTime;
  #stop: (() => void) | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.market = needs.market;
    this.#time = new ExchangeTime(needs.clock);
  }

  feeds(): MapIterator<PairFeed> {
    return this.#feeds.values();
  }

  find(symbol: string): PairFeed | null {
    return this.#feeds.get(symbol) ?? null;
  }

  /** `last` is the price up to which it was evaluated before. */
  open(symbol: string, last: { price: Big; time: number } | null = null): PairFeed {
    const { market, exchange, table, clock, onMove } = this.#needs;
    const tick = exchange?.pairs().get(symbol)?.tick ?? new Big(0);
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

  /** The last trades of a pair, after a time of our clock. */
  tradesAfter(symbol: string, time: number) {
    return this.#recent.after(symbol, this.#time.theirs(time));
  }

  /** What was heard of a pair since it was evaluated last, elsewhere. */
  heardSince({ symbol, missingSince }: PairFeed) {
    return this.#recent.after(symbol, missingSince);
  }

  clear(): void {
    this.#feeds.clear();
  }

  start(): void {
    const { exchange } = this.#needs;
    if (!exchange) return;
    this.#stop = exchange.watchTrades((event) => {
      if (event.kind === 'gap') return this.recover([...this.#feeds.values()]);
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
    const { exchange } = this.#needs;
    for (const feed of feeds) feed.hold();
    const waiting = feeds.filter((feed) => !feed.recovering);
    for (const feed of waiting) feed.recovering = true;
    if (!exchange) return;
    const readOn = async () => {
      for (let feed = waiting.pop(); feed; feed = waiting.pop()) await this.#read(feed, exchange);
    };
    for (let reader = 0; reader < READ_AT_ONCE; reader += 1) void readOn();
  }

  /** reads what was missed from the exchange's candles. */
  async #read(feed: PairFeed, exchange: PriceSource): Promise<void> {
    const { clock, log } = this.#needs;
    const { symbol } = feed;
    for (let attempt = 0; this.#stop && this.isOpen(feed);) {
      const { gaps } = feed;
      try {
        const to = Math.max(clock(), this.#time.theirs(clock())) + 1;
        const candles = await readCandles(exchange, symbol, { from: feed.missingSince, to });
        if (gaps !== feed.gaps) continue;
        feed.replay(candles);
        break;
      } catch (error) {
        log.error({ err: error, symbol, attempt }, 'alerts: missed prices could not be read');
        const wait = RETRY_AFTER[attempt];
        attempt += 1;
        if (wait === undefined) {
          log.error({ symbol }, 'alerts: going on without the missed prices');
          feed.release();
          break;
        }
        await pause(wait);
      }
    }
    feed.recovering = false;
  }
}
