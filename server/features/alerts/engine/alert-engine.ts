import { Big } from 'big.js';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Bus } from '../../../lib/bus.ts';
import type { Log } from '../../../lib/log.ts';
import type { Notifications } from '../../notifications/index.ts';
import { COOLDOWN } from '../levels/crossing.ts';
import { Firer } from './fire-alerts.ts';
import { AlertTable } from '../levels/alert-table.ts';
import type { ActiveAlert, FiringsStore, WatchedPair, Watermark } from './firings.store.ts';
import type { Arming, Move, Standing } from '../levels/level-book.ts';
import { PairFeed, type Price } from './pair-feed.ts';
import type { PriceSource } from './prices.ts';
import { readCandles } from './read-candles.ts';

/** On the bus: this alert is not what it was. */
export const ALERT_CHANGED = 'alert.changed';
export interface ChangedAlert {
  num: number;
  market: string;
  symbol: string;
}

const SAVE_EVERY = 1_000;
const RETRY_AFTER = [500, 1_000, 2_000, 4_000];
const READ_AT_ONCE = 4;

export interface EngineNeeds {
  store: FiringsStore;
  clock: () => number;
  log: Log;
  bus: Bus;
  markets: { names(): Market[]; exchange(market: Market): PriceSource | null };
  notifications: Pick<Notifications, 'queueAlertDeliveries' | 'wake' | 'publicUrl'>;
  /** Told how long a firing took to be written, ms. */
  metrics?: { fired(ms: number): void } | undefined;
}

const keyOf = ({ market, symbol }: { market: string; symbol: string }): string => `${market}.${symbol}`;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms).unref());

/** An ALWAYS alert whose last firing is newer than its arming still rests. */
const restsUntil = ({ informing, executedAt, armedAt }: ActiveAlert): number | null =>
  informing === 'ALWAYS' && executedAt !== null && executedAt >= armedAt ? executedAt + COOLDOWN : null;

function standingOf(row: ActiveAlert, evaluatedAt: number): Standing {
  const rests = restsUntil(row);
  if (rests !== null) return { kind: 'resting', from: rests };
  return row.armedAt <= evaluatedAt ? { kind: 'sided' } : { kind: 'timed', from: row.armedAt };
}

/** Watches every price against the active alerts, which it holds in memory, and fires. */
export class AlertEngine {
  readonly #needs: EngineNeeds;
  readonly #table = new AlertTable();
  /** By market, then by symbol. */
  readonly #feeds = new Map<string, Map<string, PairFeed>>();
  #firer: Firer;
  #stops: (() => void)[] = [];
  #rearmed: (Arming & { armedAt: number })[] = [];
  #saved = new Map<string, number>();
  /** Loading and edits, one after the other. */
  #edits: Promise<void> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();
  #running = false;
  #ready = false;

  constructor(needs: EngineNeeds) {
    this.#needs = needs;
    this.#firer = new Firer(needs);
    needs.bus.onGap(() => this.#running && this.#edit(() => this.#reloadAll()));
  }

  /** True once the alerts are loaded and the prices are watched. */
  ready(): boolean {
    return this.#ready;
  }

  /** Active alerts that are watched here. */
  get size(): number {
    return this.#table.size;
  }

  start(): void {
    const { bus } = this.#needs;
    this.#running = true;
    this.#firer = new Firer(this.#needs);
    this.#edit(() => this.#begin());
    this.#stops.push(bus.subscribe(ALERT_CHANGED, (body) => this.#edit(() => this.#reload(body as ChangedAlert))));
    const timer = setInterval(() => this.#save(), SAVE_EVERY);
    this.#stops.push(() => clearInterval(timer));
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#ready = false;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#edits;
    await this.#firer.stop();
    this.#save();
    await this.#saving;
    this.#feeds.clear();
    this.#table.clear();
    this.#saved.clear();
  }

  #edit(change: () => Promise<void>): void {
    this.#edits = this.#edits.then(() => this.#tryOn('alerts: could not be read', change));
  }

  /** Until it works or the engine stops. */
  async #tryOn(what: string, work: () => Promise<void>): Promise<void> {
    for (let attempt = 0; this.#running; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        this.#needs.log.error({ err: error, attempt }, what);
        await pause(RETRY_AFTER[attempt] ?? 5_000);
      }
    }
  }

  async #begin(): Promise<void> {
    const { store, markets } = this.#needs;
    this.#feeds.clear();
    this.#table.clear();
    for (const pair of await store.pairs()) this.#openPair(pair);
    for await (const rows of store.active()) for (const row of rows) this.#load(row);
    for (const market of markets.names()) this.#watch(market);
    this.#ready = true;
  }

  #openPair({ mark, armedAt, ...pair }: WatchedPair): void {
    // A mark from before every arming says nothing about them.
    this.#feedOf(pair, mark && armedAt <= mark.time ? mark : null);
  }

  #load(row: ActiveAlert): void {
    const feed = this.#feedOf(row);
    const evaluated = feed?.evaluatedUntil ?? -Infinity;
    feed?.put(row, { standing: standingOf(row, evaluated), armedAt: row.armedAt });
  }

  *#allFeeds(): Generator<PairFeed> {
    for (const feeds of this.#feeds.values()) yield* feeds.values();
  }

  #find({ market, symbol }: { market: string; symbol: string }): PairFeed | null {
    return this.#feeds.get(market)?.get(symbol) ?? null;
  }

  #feedOf(pair: { market: string; symbol: string }, last: { price: Big; time: number } | null = null): PairFeed | null {
    const known = this.#find(pair);
    if (known) return known;
    const market = MARKETS.find((name) => name === pair.market);
    if (!market) return null;
    const tick = this.#needs.markets.exchange(market)?.pairs().get(pair.symbol)?.tick ?? new Big(0);
    const { clock } = this.#needs;
    const { symbol } = pair;
    const feed = new PairFeed({ table: this.#table, market, symbol, tick, last, clock, onMove: this.#onMove });
    this.#feedsOf(market).set(symbol, feed);
    return feed;
  }

  #feedsOf(market: Market): Map<string, PairFeed> {
    const known = this.#feeds.get(market) ?? new Map<string, PairFeed>();
    this.#feeds.set(market, known);
    return known;
  }

  #watch(market: Market): void {
    const exchange = this.#needs.markets.exchange(market);
    if (!exchange) return;
    const feeds = this.#feedsOf(market);
    const stop = exchange.watchTrades((event) => {
      if (event.kind === 'trade') feeds.get(event.trade.symbol)?.take(event.trade);
      else this.#onGap(market, exchange);
    });
    this.#stops.push(stop);
  }

  #onGap(market: Market, exchange: PriceSource): void {
    const feeds = [...this.#feedsOf(market).values()];
    for (const feed of feeds) feed.hold();
    const waiting = feeds.filter((feed) => !feed.recovering);
    for (const feed of waiting) feed.recovering = true;
    const readOn = async () => {
      for (let feed = waiting.pop(); feed; feed = waiting.pop()) await this.#recover(feed, exchange);
    };
    for (let reader = 0; reader < READ_AT_ONCE; reader += 1) void readOn();
  }

  /** reads what was missed from the exchange's candles. */
  async #recover(feed: PairFeed, exchange: PriceSource): Promise<void> {
    const { clock, log } = this.#needs;
    for (let attempt = 0; this.#running;) {
      const { gaps } = feed;
      try {
        const candles = await readCandles(exchange, feed.symbol, { from: feed.missingSince, to: clock() + 1 });
        if (gaps !== feed.gaps) continue;
        feed.replay(candles);
        break;
      } catch (error) {
        log.error({ err: error, symbol: feed.symbol, attempt }, 'alerts: missed prices could not be read');
        const wait = RETRY_AFTER[attempt];
        attempt += 1;
        if (wait === undefined) {
          log.error({ symbol: feed.symbol }, 'alerts: going on without the missed prices');
          feed.release();
          break;
        }
        await pause(wait);
      }
    }
    feed.recovering = false;
  }

  readonly #onMove = (feed: PairFeed, { fired, rearmed }: Move, at: Price): void => {
    for (const arming of rearmed) this.#rearmed.push({ ...arming, armedAt: at.time });
    for (const alert of fired) {
      feed.unsettled += 1;
      this.#firer.fire(alert, at, (row) => {
        feed.unsettled -= 1;
        if (row) this.#dropIfEmpty(feed);
        else this.#edit(() => this.#reload({ num: alert.num, market: feed.market, symbol: feed.symbol }));
      });
    }
  };

  async #reload(changed: ChangedAlert): Promise<void> {
    const row = await this.#needs.store.activeOne(changed.num);
    if (row) return this.#apply(row);
    const feed = this.#find(changed);
    feed?.book.remove(changed.num);
    if (feed) this.#dropIfEmpty(feed);
  }

  async #reloadAll(): Promise<void> {
    const before = [...this.#allFeeds()].flatMap((feed) => feed.book.slots().map((slot) => ({ feed, slot })));
    const gone = new Map(before.map(({ feed, slot }) => [this.#table.numOf(slot), feed]));
    for await (const rows of this.#needs.store.active()) {
      for (const row of rows) {
        gone.delete(row.num);
        this.#apply(row);
      }
    }
    for (const [num, feed] of gone) {
      feed.book.remove(num);
      this.#dropIfEmpty(feed);
    }
  }

  #apply(row: ActiveAlert): void {
    const feed = this.#feedOf(row);
    const slot = this.#table.slotOf(row.num);
    // Higher than the row's: its firing is on its way to the database.
    if (slot >= 0 && this.#table.seqOf(slot) >= row.seq) return this.#table.setInforming(slot, row.informing);
    feed?.put(row, { standing: standingOf(row, -Infinity), armedAt: row.armedAt });
  }

  #dropIfEmpty(feed: PairFeed): void {
    if (feed.book.size === 0 && feed.unsettled === 0) this.#feedsOf(feed.market).delete(feed.symbol);
  }

  /** The watermarks and re-armings since the last time. */
  #save(): void {
    const { store, log } = this.#needs;
    const marks = [...this.#allFeeds()].flatMap((feed) => this.#markOf(feed) ?? []);
    const rearmed = this.#rearmed.splice(0);
    const write = async () => {
      for (const one of rearmed) await store.rearm(one);
      await store.saveWatermarks(marks);
    };
    this.#saving = this.#saving.then(write).catch((error: unknown) => {
      log.error({ err: error }, 'alerts: the watermarks were not written');
      for (const mark of marks) this.#saved.delete(keyOf(mark));
    });
  }

  #markOf(feed: PairFeed): Watermark | null {
    const mark = feed.watermark;
    const key = keyOf(feed);
    if (!mark || this.#saved.get(key) === mark.time) return null;
    this.#saved.set(key, mark.time);
    return { market: feed.market, symbol: feed.symbol, price: mark.price, evaluatedAt: mark.time };
  }
}
