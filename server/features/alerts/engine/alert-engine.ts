import { backoff } from '#contracts/rules/backoff.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Bus } from '../../../runtime/bus/bus.ts';
import type { IsOwn, Partition } from '../../../runtime/leases/partition.ts';
import type { Log } from '../../../lib/log.ts';
import type { Notifications } from '../../notifications/index.ts';
import { alertChanges, type ChangedAlert } from '../alert-changes.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { COOLDOWN } from '../levels/crossing.ts';
import type { Arming, Move, Standing } from '../levels/level-book.ts';
import { MarketWatch, pause, RETRY } from './feed/market-watch.ts';
import type { PairFeed, Price } from './feed/pair-feed.ts';
import type { PriceSource } from './feed/prices.ts';
import { Firer } from './fire-alerts.ts';
import type { ActiveAlert, FiringsStore, WatchedPair, Watermark } from './firings.store.ts';

const SAVE_EVERY = 1_000;

export interface EngineDeps {
  store: FiringsStore;
  /** The pairs that are watched here. */
  partition: Partition;
  clock: () => number;
  log: Log;
  bus: Bus;
  markets: { names(): Market[]; exchange(market: Market): PriceSource | null };
  notifications: Pick<Notifications, 'queueAlertDeliveries' | 'wake' | 'publicUrl'>;
  /** Told how long a firing took to be written, ms. */
  metrics?: { fired(ms: number): void } | undefined;
}

const keyOf = ({ market, symbol }: { market: string; symbol: string }): string => `${market}.${symbol}`;

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
  readonly #deps: EngineDeps;
  readonly #table = new AlertTable();
  readonly #watches: ReadonlyMap<string, MarketWatch>;
  #isOwn: IsOwn = () => false;
  #firer: Firer;
  #stops: (() => void)[] = [];
  #rearmed: (Arming & { armedAt: number })[] = [];
  #saved = new Map<string, number>();
  /** Loading and edits, one after the other. */
  #edits: Promise<void> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();
  #running = false;
  #ready = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#firer = new Firer(deps);
    this.#watches = new Map(MARKETS.map((market) => [market, this.#watchOf(market)]));
    deps.bus.onGap(() => this.#running && this.#edit(() => this.#reloadAll()));
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
    this.#running = true;
    this.#firer = new Firer(this.#deps);
    this.#edit(() => this.#begin());
    const changes = alertChanges(this.#deps.bus);
    this.#stops.push(changes.subscribe((changed) => this.#edit(() => this.#reload(changed))));
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
    await this.#deps.partition.leave();
    this.#forgetAll();
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
        this.#deps.log.error({ err: error, attempt }, what);
        await pause(backoff(attempt + 1, RETRY));
      }
    }
  }

  #forgetAll(): void {
    for (const watch of this.#watches.values()) watch.clear();
    this.#table.clear();
    this.#saved.clear();
  }

  async #begin(): Promise<void> {
    const { partition } = this.#deps;
    this.#forgetAll();
    this.#isOwn = await partition.join((isOwn) => this.#edit(() => this.#rebalance(isOwn)));
    // Nothing has come yet: the line itself will say from when on it is whole.
    for (const feed of await this.#takeOn()) feed.release();
    if (!this.#running) return;
    for (const watch of this.#watches.values()) {
      watch.start();
      this.#stops.push(() => watch.stop());
    }
    this.#ready = true;
  }

  /** an engine came or went. */
  async #rebalance(isOwn: IsOwn): Promise<void> {
    this.#isOwn = isOwn;
    this.#save();
    for (const feed of this.#feeds()) if (!isOwn(keyOf(feed))) this.#watches.get(feed.market)?.close(feed);
    const taken = await this.#takeOn();
    for (const [market, feeds] of Map.groupBy(taken, (feed) => feed.market)) this.#watches.get(market)?.recover(feeds);
    this.#deps.log.info({ taken: taken.length, alerts: this.size }, 'alerts: the pairs were divided anew');
  }

  /** Whatever is ours by now and not watched yet, as after a restart. */
  async #takeOn(): Promise<PairFeed[]> {
    const { store } = this.#deps;
    const pairs = (await store.pairs()).filter((pair) => this.#isOwn(keyOf(pair)) && !this.#find(pair));
    const opened = pairs.flatMap((pair) => this.#openPair(pair) ?? []);
    // Prices wait until all its alerts are here, also over a gap.
    for (const feed of opened) {
      feed.suspend(this.#watches.get(feed.market)?.receivedSince(feed));
      feed.recovering = true;
    }
    try {
      for await (const rows of store.active(pairs)) for (const row of rows) this.#load(row);
    } catch (error) {
      for (const feed of opened) this.#watches.get(feed.market)?.close(feed);
      throw error;
    }
    for (const feed of opened) feed.recovering = false;
    return opened;
  }

  #watchOf(market: Market): MarketWatch {
    const { markets, clock, log } = this.#deps;
    const exchange = markets.names().includes(market) ? markets.exchange(market) : null;
    return new MarketWatch({ market, exchange, table: this.#table, clock, log, onMove: this.#onMove });
  }

  #openPair({ mark, armedAt, market, symbol }: WatchedPair): PairFeed | null {
    // A mark from before every arming says nothing about them.
    return this.#watches.get(market)?.open(symbol, mark && armedAt <= mark.time ? mark : null) ?? null;
  }

  #load(row: ActiveAlert): void {
    const feed = this.#find(row);
    const standing = standingOf(row, feed?.evaluatedUntil ?? -Infinity);
    feed?.put(row, { standing, armedAt: row.armedAt });
  }

  *#feeds(): Generator<PairFeed> {
    for (const watch of this.#watches.values()) yield* watch.feeds();
  }

  #find({ market, symbol }: { market: string; symbol: string }): PairFeed | null {
    return this.#watches.get(market)?.find(symbol) ?? null;
  }

  readonly #onMove = (feed: PairFeed, { fired, rearmed }: Move, at: Price): void => {
    for (const arming of rearmed) this.#rearmed.push({ ...arming, armedAt: at.ours });
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
    if (!this.#isOwn(keyOf(changed))) return;
    const row = await this.#deps.store.activeOne(changed.num);
    if (row) return this.#apply(row);
    const feed = this.#find(changed);
    feed?.book.remove(changed.num);
    if (feed) this.#dropIfEmpty(feed);
  }

  async #reloadAll(): Promise<void> {
    const before = [...this.#feeds()].flatMap((feed) => feed.book.slots().map((slot) => ({ feed, slot })));
    const gone = new Map(before.map(({ feed, slot }) => [this.#table.numOf(slot), feed]));
    const { store } = this.#deps;
    const pairs = (await store.pairs()).filter((pair) => this.#isOwn(keyOf(pair)));
    for await (const rows of store.active(pairs)) {
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
    const slot = this.#table.slotOf(row.num);
    // Higher than the row's: its firing is on its way to the database.
    if (slot >= 0 && this.#table.seqOf(slot) >= row.seq) return this.#table.setInforming(slot, row.informing);
    const watch = this.#watches.get(row.market);
    watch?.put(row, { standing: standingOf(row, -Infinity), armedAt: row.armedAt });
  }

  #dropIfEmpty(feed: PairFeed): void {
    this.#watches.get(feed.market)?.dropIfEmpty(feed);
  }

  /** The watermarks and re-armings since the last time. */
  #save(): void {
    const { store, log } = this.#deps;
    const marks = [...this.#feeds()].flatMap((feed) => this.#markOf(feed) ?? []);
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
