import { ZERO } from '#contracts/rules/decimal.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { IsOwn, Partition } from '../../../runtime/leases/partition.ts';
import type { Markets } from '../../markets/index.ts';
import { alertChanges, type ChangedAlert } from '../alert-changes.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { MarketFeed } from '../../../runtime/price-triggers/market-feed.ts';
import type { Mark } from '../../../runtime/price-triggers/pair-feed.ts';
import type { Price } from '../../../runtime/price-triggers/price-book.ts';
import type { PriceSource } from '../../../runtime/price-triggers/prices.ts';
import { WatermarkWriter } from '../../../runtime/price-triggers/watermark-writer.ts';
import { pairKey, type WatermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import { COOLDOWN } from '../levels/crossing.ts';
import type { Arming, LevelState, Move } from '../levels/level-book.ts';
import { AlertBook, type AlertFeed } from './alert-book.ts';
import { armAlert } from './arm-alert.ts';
import { Edits } from '../edits.ts';
import { Firer, type FiringDeps } from '../firing/fire-alerts.ts';
import type { ActiveAlert, FiringsStore, WatchedPair } from '../firing/firings.store.ts';
import type { AlertDeps } from '../deps.ts';

const SAVE_EVERY = 1_000;

export interface EngineDeps extends FiringDeps, Pick<AlertDeps, 'bus'> {
  store: FiringsStore;
  watermarks: WatermarksStore;
  /** The pairs that are watched here. */
  partition: Partition;
  markets: {
    names(): Market[];
    exchange(market: Market): (PriceSource & Pick<ReturnType<Markets['exchange']>, 'pairs'>) | null;
  };
}

/** An ALWAYS alert whose last firing is newer than its arming still cools down. */
const cooldownUntil = ({ informing, executedAt, armedAt }: ActiveAlert): number | null =>
  informing === 'ALWAYS' && executedAt !== null && executedAt >= armedAt ? executedAt + COOLDOWN : null;

function stateOf(row: ActiveAlert, evaluatedAt: number): LevelState {
  const until = cooldownUntil(row);
  if (until !== null) return { kind: 'cooldown', from: until };
  return row.armedAt <= evaluatedAt ? { kind: 'armed' } : { kind: 'awaiting-baseline', from: row.armedAt };
}

/** Watches every price against the active alerts, which it holds in memory, and fires. */
export class AlertEngine {
  readonly #deps: EngineDeps;
  readonly #table = new AlertTable();
  readonly #markets: ReadonlyMap<string, MarketFeed<AlertBook>>;
  readonly #marks: WatermarkWriter;
  #isOwn: IsOwn = () => false;
  #firer: Firer;
  #stops: (() => void)[] = [];
  #rearmed: (Arming & { armedAt: number })[] = [];
  readonly #edits: Edits;
  #running = false;
  #ready = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#firer = new Firer(deps);
    const { log } = deps;
    this.#edits = new Edits({ log, isRunning: () => this.#running, failure: 'alerts: could not be read' });
    this.#markets = new Map(MARKETS.map((market) => [market, this.#marketFeed(market)]));
    this.#marks = new WatermarkWriter({ store: deps.watermarks, feeds: () => this.#feeds(), log: deps.log });
    deps.bus.onGap(() => this.#running && this.#edits.add(() => this.#reloadAll()));
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
    this.#edits.add(() => this.#begin());
    const changes = alertChanges(this.#deps.bus);
    this.#stops.push(changes.subscribe((changed) => this.#edits.add(() => this.#reload(changed))));
    const timer = setInterval(() => this.#save(), SAVE_EVERY);
    this.#stops.push(() => clearInterval(timer));
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#ready = false;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#edits.idle();
    await this.#firer.stop();
    this.#save();
    await this.#marks.idle();
    await this.#deps.partition.leave();
    this.#forgetAll();
  }

  #forgetAll(): void {
    for (const market of this.#markets.values()) market.clear();
    this.#table.clear();
    this.#marks.forget();
  }

  async #begin(): Promise<void> {
    const { partition } = this.#deps;
    this.#forgetAll();
    this.#isOwn = await partition.join((isOwn) => this.#edits.add(() => this.#rebalance(isOwn)));
    // Nothing has come yet: the line itself will say from when on it is whole.
    for (const feed of await this.#takeOn()) feed.release();
    if (!this.#running) return;
    for (const market of this.#markets.values()) {
      market.start();
      this.#stops.push(() => market.stop());
    }
    this.#ready = true;
  }

  /** an engine came or went. */
  async #rebalance(isOwn: IsOwn): Promise<void> {
    this.#isOwn = isOwn;
    this.#save();
    for (const feed of this.#feeds()) if (!isOwn(pairKey(feed))) this.#markets.get(feed.market)?.close(feed);
    const taken = await this.#takeOn();
    for (const [market, feeds] of Map.groupBy(taken, (feed) => feed.market)) this.#markets.get(market)?.recover(feeds);
    this.#deps.log.info({ taken: taken.length, alerts: this.size }, 'alerts: the pairs were divided anew');
  }

  /** Whatever is ours by now and not watched yet, as after a restart. */
  async #takeOn(): Promise<AlertFeed[]> {
    const { store, watermarks } = this.#deps;
    const pairs = (await store.pairs()).filter((pair) => this.#isOwn(pairKey(pair)) && !this.#find(pair));
    const marks = await watermarks.read();
    const opened = pairs.flatMap((pair) => this.#openPair(pair, marks.get(pairKey(pair)) ?? null) ?? []);
    // Prices wait until all its alerts are here, also over a gap.
    for (const feed of opened) {
      feed.suspend(this.#markets.get(feed.market)?.receivedSince(feed));
      feed.recovering = true;
    }
    try {
      for await (const rows of store.active(pairs)) for (const row of rows) this.#load(row);
    } catch (error) {
      for (const feed of opened) this.#markets.get(feed.market)?.close(feed);
      throw error;
    }
    for (const feed of opened) feed.recovering = false;
    return opened;
  }

  #marketFeed(market: Market): MarketFeed<AlertBook> {
    const { markets, clock, log } = this.#deps;
    const exchange = markets.names().includes(market) ? markets.exchange(market) : null;
    const table = this.#table;
    return new MarketFeed({
      market,
      exchange,
      clock,
      log,
      createBook: (feed, last) => {
        const tick = exchange?.pairs().get(feed.symbol)?.tick ?? ZERO;
        return new AlertBook({ feed, table, tick, last, clock, onMove: this.#onMove });
      },
    });
  }

  #openPair({ armedAt, market, symbol }: WatchedPair, mark: Mark | null): AlertFeed | null {
    // A mark from before every arming says nothing about them.
    return this.#markets.get(market)?.open(symbol, mark && armedAt <= mark.time ? mark : null) ?? null;
  }

  #load(row: ActiveAlert): void {
    const feed = this.#find(row);
    feed?.book.upsert(row, { state: stateOf(row, feed.evaluatedUntil), armedAt: row.armedAt });
  }

  *#feeds(): Generator<AlertFeed> {
    for (const market of this.#markets.values()) yield* market.feeds();
  }

  #find({ market, symbol }: { market: string; symbol: string }): AlertFeed | null {
    return this.#markets.get(market)?.find(symbol) ?? null;
  }

  readonly #onMove = (feed: AlertFeed, { fired, rearmed }: Move, at: Price): void => {
    const armedAt = feed.exchangeTime.ours(at.time);
    for (const arming of rearmed) this.#rearmed.push({ ...arming, armedAt });
    for (const alert of fired) {
      feed.unsettled += 1;
      this.#firer.fire(alert, at, (row) => {
        feed.unsettled -= 1;
        if (row) this.#dropIfEmpty(feed);
        else this.#edits.add(() => this.#reload({ num: alert.num, market: feed.market, symbol: feed.symbol }));
      });
    }
  };

  async #reload(changed: ChangedAlert): Promise<void> {
    if (!this.#isOwn(pairKey(changed))) return;
    const row = await this.#deps.store.activeOne(changed.num);
    if (row) return this.#apply(row);
    const feed = this.#find(changed);
    feed?.book.levels.remove(changed.num);
    if (feed) this.#dropIfEmpty(feed);
  }

  async #reloadAll(): Promise<void> {
    const before = [...this.#feeds()].flatMap((feed) => feed.book.levels.slots().map((slot) => ({ feed, slot })));
    const gone = new Map(before.map(({ feed, slot }) => [this.#table.numOf(slot), feed]));
    const { store } = this.#deps;
    const pairs = (await store.pairs()).filter((pair) => this.#isOwn(pairKey(pair)));
    for await (const rows of store.active(pairs)) {
      for (const row of rows) {
        gone.delete(row.num);
        this.#apply(row);
      }
    }
    for (const [num, feed] of gone) {
      feed.book.levels.remove(num);
      this.#dropIfEmpty(feed);
    }
  }

  #apply(row: ActiveAlert): void {
    const slot = this.#table.slotOf(row.num);
    // Higher than the row's: its firing is on its way to the database.
    if (slot >= 0 && this.#table.seqOf(slot) >= row.seq) return this.#table.setInforming(slot, row.informing);
    const market = this.#markets.get(row.market);
    if (market) armAlert({ market, alert: row, state: stateOf(row, -Infinity), armedAt: row.armedAt });
  }

  #dropIfEmpty(feed: AlertFeed): void {
    this.#markets.get(feed.market)?.dropIfEmpty(feed);
  }

  /** The watermarks and re-armings since the last time. */
  #save(): void {
    const rearmed = this.#rearmed.splice(0);
    this.#marks.save(async () => {
      for (const one of rearmed) await this.#deps.store.rearm(one);
    });
  }
}
