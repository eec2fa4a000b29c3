import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import { MarketFeed } from '../../../runtime/price-triggers/market-feed.ts';
import type { Mark } from '../../../runtime/price-triggers/pair-feed.ts';
import { WatermarkWriter } from '../../../runtime/price-triggers/watermark-writer.ts';
import { type Pair, pairKey, type WatermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import type { Markets } from '../../markets/index.ts';
import type { BlockRef } from '../store/block-view.store.ts';
import { PositionBook, type PositionFeed, type Reach, type Watched } from './position-book.ts';
import type { OrderDeps } from '../deps.ts';

const SAVE_EVERY = SECOND;
/**
 * Another engine may have written the mark of a pair while the one that watched a position was gone and its lease had not
 * run out: prices of so long before the mark are looked at again, ms. What they reach twice is acted on once.
 */
const HANDOVER = 20 * SECOND;

export interface WatchedPosition extends Watched {
  market: Market;
  symbol: string;
}

type Range = { low: Big; high: Big };
/** What was traded at or beyond a level of a position: `traded` may set off a sale, `seen` has the prices of a gap as well. */
export interface Reached {
  traded: Range | null;
  seen: Range | null;
}

const widened = (range: Range | null, { low, high }: Range): Range =>
  range ? { low: min(range.low, low), high: max(range.high, high) } : { low, high };

interface PriceWatchDeps extends Pick<OrderDeps, 'clock' | 'log'> {
  markets: Pick<Markets, 'names' | 'onDelayChange'> & {
    exchange(market: Market): Pick<Exchange, 'candles' | 'trades' | 'watchTrades' | 'watchPairs'>;
  };
  watermarks: WatermarksStore;
  /** Something is to be looked at: a level was reached, or the pair's state has changed. */
  schedule: (ref: BlockRef, positionId: string) => void;
}

const nameOf = ({ levels }: Watched): string =>
  levels.map(({ price, above }) => `${price.toFixed()}${above}`).join(' ');

/** The levels that this process watches for positions. Every trade counts; after a gap trades and candles are read. */
export class PriceWatch {
  readonly #deps: PriceWatchDeps;
  readonly #markets: ReadonlyMap<Market, MarketFeed<PositionBook>>;
  readonly #feedOf = new Map<string, PositionFeed>();
  readonly #marks: WatermarkWriter;
  /** Up to when each pair was surely evaluated, by whichever process. */
  #before: ReadonlyMap<string, Mark> = new Map();
  /** Since a position was last looked at. */
  readonly #reached = new Map<string, Reached>();
  readonly #stops: (() => void)[] = [];

  constructor(deps: PriceWatchDeps) {
    this.#deps = deps;
    const { markets, watermarks, log } = deps;
    this.#markets = new Map(markets.names().map((market) => [market, this.#marketFeed(market)]));
    this.#marks = new WatermarkWriter({ store: watermarks, feeds: () => this.#feeds(), log });
  }

  /** `known` are the levels that were watched before, here or in another process. */
  async start(known: readonly WatchedPosition[]): Promise<void> {
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

  /** Replaces what was watched for this position; the prices since then are looked at as well. */
  watch(of: WatchedPosition): void {
    const known = this.#feedOf.get(of.positionId)?.book.find(of.positionId);
    if (known && nameOf(known) === nameOf(of)) return;
    this.#leave(of.positionId);
    const market = this.#markets.get(of.market);
    if (!market || of.levels.length === 0) return;
    const since = Math.max(of.since, this.#evaluatedBefore(of));
    const { before, after } = market.around(of.symbol, market.exchangeTime.theirs(since));
    const feed = market.find(of.symbol) ?? market.open(of.symbol, before);
    feed.book.upsert({ ...of, since });
    this.#feedOf.set(of.positionId, feed);
    // While the feed is suspended, these trades come with those that it replays.
    if (feed.isSuspended) return;
    if (market.remembers(since)) for (const trade of after) feed.book.pass({ ...of, since }, { ...trade, late: false });
    else if (feed.evaluatedUntil === -Infinity) market.recoverFrom(feed);
    else void this.#passMissed(market, feed, { ...of, since });
  }

  /** Levels that another process has watched until now. */
  async takeOver(known: readonly WatchedPosition[]): Promise<void> {
    await this.#readMarks();
    for (const watched of known) this.watch(watched);
  }

  /** Nothing of these people is watched any more. */
  dropPeople(isDropped: (userId: string) => boolean): void {
    for (const feed of this.#feeds())
      for (const { ref, positionId } of feed.book.all()) if (isDropped(ref.userId)) this.forget(positionId);
  }

  /** Nothing of this position is watched any more, and what was reached is forgotten. */
  forget(positionId: string): void {
    this.#leave(positionId);
    this.#reached.delete(positionId);
  }

  /** The prices that reached a level since this was last asked. */
  take(positionId: string): Reached | null {
    const reached = this.#reached.get(positionId) ?? null;
    this.#reached.delete(positionId);
    return reached;
  }

  /** What was taken could not be acted on: the next look finds it again. */
  giveBack(positionId: string, reached: Reached): void {
    this.#widen(positionId, reached);
  }

  #marketFeed(market: Market): MarketFeed<PositionBook> {
    const { markets, clock, log } = this.#deps;
    return new MarketFeed({
      market,
      exchange: markets.exchange(market),
      clock,
      log,
      createBook: (feed) => new PositionBook(feed, (watched, price, reach) => this.#note(watched, price, reach)),
    });
  }

  async #readMarks(): Promise<void> {
    const marks = await this.#deps.watermarks.read();
    this.#before = new Map([...marks].map(([pair, { price, time }]) => [pair, { price, time: time - HANDOVER }]));
  }

  *#feeds(): Generator<PositionFeed> {
    for (const market of this.#markets.values()) yield* market.feeds();
  }

  /** -Infinity where nothing of the pair was watched before. */
  #evaluatedBefore(pair: Pair): number {
    const mark = this.#before.get(pairKey(pair));
    const market = this.#markets.get(pair.market as Market);
    return mark && market ? market.exchangeTime.ours(mark.time) : -Infinity;
  }

  /** Levels of one pair that were watched before this process began. */
  #open(watched: readonly WatchedPosition[]): void {
    const [first] = watched;
    const market = first && this.#markets.get(first.market);
    if (!first || !market) return;
    const mark = this.#before.get(pairKey(first)) ?? null;
    const since = Math.min(...watched.map((of) => of.since));
    // A mark from before every level says nothing about them.
    const feed = market.open(first.symbol, mark && since <= mark.time ? mark : null);
    for (const of of watched) {
      feed.book.upsert(of);
      this.#feedOf.set(of.positionId, feed);
    }
  }

  /** The pair's other levels have seen these prices: they pass by this position alone. */
  async #passMissed(market: MarketFeed<PositionBook>, feed: PositionFeed, watched: Watched): Promise<void> {
    const span = { from: market.exchangeTime.theirs(watched.since), to: feed.evaluatedUntil };
    const prices = span.to > span.from ? await market.readPassed(feed, span) : null;
    if (feed.book.find(watched.positionId)?.since !== watched.since) return;
    for (const trade of prices ?? []) feed.book.pass(watched, { ...trade, late: true });
  }

  #scheduleAll({ market, symbol }: { market: Market; symbol: string }): void {
    const feed = this.#markets.get(market)?.find(symbol);
    for (const { ref, positionId } of feed?.book.all() ?? []) this.#deps.schedule(ref, positionId);
  }

  #note({ ref, positionId }: Watched, price: Big, reach: Reach): void {
    const isNew = !this.#reached.has(positionId);
    const range = { low: price, high: price };
    this.#widen(positionId, { traded: reach === 'reached' ? range : null, seen: range });
    if (isNew) this.#deps.schedule(ref, positionId);
  }

  #widen(positionId: string, { traded, seen }: Reached): void {
    const known = this.#reached.get(positionId);
    const before = known?.traded ?? null;
    this.#reached.set(positionId, {
      traded: traded ? widened(before, traded) : before,
      seen: seen ? widened(known?.seen ?? null, seen) : (known?.seen ?? null),
    });
  }

  #leave(positionId: string): void {
    const feed = this.#feedOf.get(positionId);
    if (!feed) return;
    feed.book.remove(positionId);
    this.#feedOf.delete(positionId);
    this.#markets.get(feed.market)?.dropIfEmpty(feed);
  }
}
