import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Log } from '../../lib/log.ts';
import { MarketFeed } from './market-feed.ts';
import type { Mark, PairFeed } from './pair-feed.ts';
import type { Price } from './price-book.ts';
import type { PriceSource } from './prices.ts';
import { type Reach, WatchBook, type Watched } from './watch-book.ts';
import { WatermarkWriter } from './watermark-writer.ts';
import { type Pair, pairKey, type WatermarksStore } from './watermarks.store.ts';

const SAVE_EVERY = SECOND;
/**
 * Another engine may have written the mark of a pair while the one that watched a level was gone and its lease had not
 * run out: prices of so long before the mark are looked at again, ms. What they reach twice is acted on once.
 */
const HANDOVER = 20 * SECOND;

/** Who waits is named by `Ref`. */
type UserRef = { userId: string };

export interface WatchedPair<Ref extends UserRef> extends Watched<Ref> {
  market: Market;
  symbol: string;
}

interface Range {
  low: Big;
  high: Big;
}
/** What was traded at or beyond a level: `traded` is to be acted on, `seen` has all of it, prices of a gap as well. */
export interface Reached {
  traded: Range | null;
  seen: Range | null;
  /** Of the first of them, by the exchange's clock, UTC epoch ms. */
  at: number;
}

const widened = (range: Range | null, by: Range | null): Range | null =>
  range && by ? { low: min(range.low, by.low), high: max(range.high, by.high) } : (range ?? by);

interface PriceWatchDeps<Ref extends UserRef> {
  clock: () => number;
  log: Log;
  markets: {
    names(): Market[];
    onDelayChange(listener: (market: Market, symbol: string) => void): () => void;
    exchange(market: Market): PriceSource & {
      watchPairs(listener: (changed: readonly { symbol: string }[]) => void): () => void;
    };
  };
  watermarks: WatermarksStore;
  /** Something is to be looked at: a level was reached, or the pair's state has changed. */
  schedule: (ref: Ref, id: string) => void;
}

const nameOf = ({ levels }: Pick<Watched<UserRef>, 'levels'>): string =>
  levels.map(({ price, above }) => `${price.toFixed()}${above}`).join(' ');

/** The levels that this process watches. Every trade counts; after a gap trades and candles are read. */
export class PriceWatch<Ref extends UserRef> {
  readonly #deps: PriceWatchDeps<Ref>;
  readonly #markets: ReadonlyMap<Market, MarketFeed<WatchBook<Ref>>>;
  readonly #feedOf = new Map<string, PairFeed<WatchBook<Ref>>>();
  readonly #marks: WatermarkWriter;
  /** Up to when each pair was surely evaluated, by whichever process. */
  #before: ReadonlyMap<string, Mark> = new Map();
  /** What was traded at or beyond a level of theirs since it was last asked. */
  readonly #reached = new Map<string, Reached>();
  readonly #stops: (() => void)[] = [];

  constructor(deps: PriceWatchDeps<Ref>) {
    this.#deps = deps;
    const { markets, watermarks, log } = deps;
    this.#markets = new Map(markets.names().map((market) => [market, this.#marketFeed(market)]));
    this.#marks = new WatermarkWriter({ store: watermarks, feeds: () => this.#feeds(), log });
  }

  /** `known` are the levels that were watched before, here or in another process. */
  async start(known: readonly WatchedPair<Ref>[]): Promise<void> {
    await this.#readMarks();
    for (const [, ofPair] of Map.groupBy(known, pairKey)) this.#open(ofPair);
    for (const [market, feed] of this.#markets) {
      feed.start();
      const exchange = this.#deps.markets.exchange(market);
      const stopPairs = exchange.watchPairs((changed) => {
        for (const { symbol } of changed) this.#scheduleAll({ market, symbol });
      });
      this.#stops.push(() => feed.stop(), stopPairs);
    }
    this.#stops.push(this.#deps.markets.onDelayChange((market, symbol) => this.#scheduleAll({ market, symbol })));
    const timer = setInterval(() => this.#marks.save(), SAVE_EVERY);
    this.#stops.push(() => clearInterval(timer));
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    this.#marks.save();
    await this.#marks.idle();
  }

  /** Replaces what was watched for this one; the prices since then are looked at as well. */
  watch(of: WatchedPair<Ref>): void {
    const known = this.#feedOf.get(of.id)?.book.find(of.id);
    if (known && nameOf(known) === nameOf(of)) return;
    this.#leave(of.id);
    const market = this.#markets.get(of.market);
    if (!market || of.levels.length === 0) return;
    const since = Math.max(of.since, this.#evaluatedBefore(of));
    const { before, after } = market.around(of.symbol, market.exchangeTime.theirs(since));
    const feed = market.find(of.symbol) ?? market.open(of.symbol, before);
    feed.book.upsert({ ...of, since });
    this.#feedOf.set(of.id, feed);
    // While the feed is suspended, these trades come with those that it replays.
    if (feed.isSuspended) return;
    if (market.remembers(since)) for (const trade of after) feed.book.pass({ ...of, since }, { ...trade, late: false });
    else if (feed.evaluatedUntil === -Infinity) market.recoverFrom(feed);
    else void this.#passMissed(market, feed, { ...of, since });
  }

  /** Levels that another process has watched until now. */
  async takeOver(known: readonly WatchedPair<Ref>[]): Promise<void> {
    await this.#readMarks();
    for (const watched of known) this.watch(watched);
  }

  /** Nothing of these people is watched any more. */
  dropPeople(isDropped: (userId: string) => boolean): void {
    for (const feed of this.#feeds())
      for (const { ref, id } of feed.book.all()) if (isDropped(ref.userId)) this.forget(id);
  }

  /** Nothing of this one is watched any more, and what was reached is forgotten. */
  forget(id: string): void {
    this.#leave(id);
    this.#reached.delete(id);
  }

  /** The prices that reached a level since this was last asked. */
  take(id: string): Reached | null {
    const range = this.#reached.get(id) ?? null;
    this.#reached.delete(id);
    return range;
  }

  /** What was taken could not be acted on: the next look finds it again. */
  giveBack(id: string, reached: Reached): void {
    this.#widen(id, reached);
  }

  #marketFeed(market: Market): MarketFeed<WatchBook<Ref>> {
    const { markets, clock, log } = this.#deps;
    return new MarketFeed({
      market,
      exchange: markets.exchange(market),
      clock,
      log,
      createBook: (feed) => new WatchBook<Ref>(feed, (...found) => this.#note(...found)),
    });
  }

  async #readMarks(): Promise<void> {
    const marks = await this.#deps.watermarks.read();
    this.#before = new Map([...marks].map(([pair, { price, time }]) => [pair, { price, time: time - HANDOVER }]));
  }

  *#feeds(): Generator<PairFeed<WatchBook<Ref>>> {
    for (const market of this.#markets.values()) yield* market.feeds();
  }

  /** -Infinity where nothing of the pair was watched before. */
  #evaluatedBefore(pair: Pair): number {
    const mark = this.#before.get(pairKey(pair));
    const market = this.#markets.get(pair.market as Market);
    return mark && market ? market.exchangeTime.ours(mark.time) : -Infinity;
  }

  /** Levels of one pair that were watched before this process began. */
  #open(watched: readonly WatchedPair<Ref>[]): void {
    const [first] = watched;
    const market = first && this.#markets.get(first.market);
    if (!first || !market) return;
    const mark = this.#before.get(pairKey(first)) ?? null;
    const since = Math.min(...watched.map((of) => of.since));
    // A mark from before every level says nothing about them.
    const feed = market.open(first.symbol, mark && since <= mark.time ? mark : null);
    for (const of of watched) {
      feed.book.upsert(of);
      this.#feedOf.set(of.id, feed);
    }
  }

  /** The pair's other levels have seen these prices: they pass by this one alone. */
  async #passMissed(
    market: MarketFeed<WatchBook<Ref>>,
    feed: PairFeed<WatchBook<Ref>>,
    watched: Watched<Ref>,
  ): Promise<void> {
    const span = { from: market.exchangeTime.theirs(watched.since), to: feed.evaluatedUntil };
    const prices = span.to > span.from ? await market.readPassed(feed, span) : null;
    if (feed.book.find(watched.id)?.since !== watched.since) return;
    for (const trade of prices ?? []) feed.book.pass(watched, { ...trade, late: true });
  }

  #scheduleAll({ market, symbol }: { market: Market; symbol: string }): void {
    const feed = this.#markets.get(market)?.find(symbol);
    for (const { ref, id } of feed?.book.all() ?? []) this.#deps.schedule(ref, id);
  }

  #note({ ref, id }: Watched<Ref>, { price, time }: Price, reach: Reach): void {
    const isNew = !this.#reached.has(id);
    const range = { low: price, high: price };
    this.#widen(id, { traded: reach === 'reached' ? range : null, seen: range, at: time });
    if (isNew) this.#deps.schedule(ref, id);
  }

  #widen(id: string, { traded, seen, at }: Reached): void {
    const known = this.#reached.get(id);
    this.#reached.set(id, {
      traded: widened(known?.traded ?? null, traded),
      seen: widened(known?.seen ?? null, seen),
      at: Math.min(known?.at ?? at, at),
    });
  }

  #leave(id: string): void {
    const feed = this.#feedOf.get(id);
    if (!feed) return;
    feed.book.remove(id);
    this.#feedOf.delete(id);
    this.#markets.get(feed.market)?.dropIfEmpty(feed);
  }
}
