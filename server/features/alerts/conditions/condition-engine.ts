import { backoff } from '#contracts/rules/backoff.ts';
import { DAY, SECOND } from '#contracts/rules/time.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { IsOwn, Partition } from '../../../runtime/leases/partition.ts';
import { ExchangeTime } from '../../../runtime/price-triggers/exchange-time.ts';
import { pause, RETRY } from '../../../runtime/price-triggers/market-feed.ts';
import type { Mark } from '../../../runtime/price-triggers/pair-feed.ts';
import type { BarSource, PriceSource } from '../../../runtime/price-triggers/prices.ts';
import { type Pair, pairKey, type WatermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import { alertChanges, type ChangedAlert } from '../alert-changes.ts';
import { Edits } from '../edits.ts';
import type { AlertDeps } from '../deps.ts';
import { Firer, type FiringDeps } from '../firing/fire-alerts.ts';
import { AlertTable } from '../levels/alert-table.ts';
import type { Arming } from '../levels/level-book.ts';
import { CandleCheck } from './candle-check.ts';
import { hasFired } from './condition-row.ts';
import type { ConditionsStore } from './conditions.store.ts';
import { readerOf, readHistory, TooManyRequests } from './history.ts';
import { type FiredAt, PairConditions } from './pair-conditions.ts';
import { WatchedConditions } from './watched-pair.ts';
import { WatchedPairs } from './watched-pairs.ts';

const READ_AT_ONCE = 8;
/** A gap that is longer is looked at from so long ago on, ms. */
const LONGEST_GAP = 7 * DAY;
/** Work at a look at the clock before others have their turn, ms. */
const SLICE = 4;

type Source = BarSource & Pick<PriceSource, 'watchTrades'>;

export interface ConditionDeps extends FiringDeps, Pick<AlertDeps, 'bus'> {
  conditions: ConditionsStore;
  watermarks: WatermarksStore;
  partition: Partition;
  markets: { names(): Market[]; exchange(market: Market): Source };
}

/** Watches prices against the active alerts on conditions, and fires. */
export class ConditionEngine {
  readonly #deps: ConditionDeps;
  readonly #table = new AlertTable();
  readonly #pairs = new WatchedPairs();
  readonly #times = new Map<Market, ExchangeTime>();
  readonly #saved = new Map<string, number>();
  readonly #reading = new Set<WatchedConditions>();
  readonly #waiting: WatchedConditions[] = [];
  #isOwn: IsOwn = () => false;
  #firer: Firer;
  #stops: (() => void)[] = [];
  readonly #edits: Edits;
  readonly #check: CandleCheck;
  #saving: Promise<void> = Promise.resolve();
  #running = false;
  #ready = false;
  #ticking = false;

  constructor(deps: ConditionDeps) {
    this.#deps = deps;
    this.#firer = new Firer(deps);
    const { log } = deps;
    this.#edits = new Edits({
      log,
      isRunning: () => this.#running,
      failure: 'alerts on conditions could not be read',
    });
    this.#check = new CandleCheck({
      log,
      exchange: (pair) => this.#exchangeOf(pair),
      now: (pair) => this.#nowOf(pair),
      readAgain: (pair) => this.#running && this.#pairs.isWatched(pair) && this.#read(pair),
    });
    for (const market of MARKETS) this.#times.set(market, new ExchangeTime(deps.clock));
    deps.bus.onGap(() => this.#running && this.#edits.add(() => this.#readAll()));
  }

  /** True once the alerts are loaded; what was missed may still be being read. */
  ready(): boolean {
    return this.#ready;
  }

  /** No pair waits for what it missed. */
  get isCaughtUp(): boolean {
    return this.#ready && [...this.#pairs].every(({ isSuspended }) => !isSuspended);
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
    const timer = setInterval(() => void this.tick(), SECOND);
    this.#stops.push(() => clearInterval(timer));
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#ready = false;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#edits.idle();
    await this.#firer.stop();
    this.#save();
    await this.#saving;
    await this.#deps.partition.leave();
    for (const pair of this.#pairs) pair.clear();
    this.#pairs.clear();
    this.#saved.clear();
  }

  /** A look at the clock: bars that ended, lines that reached a price that stands. */
  async tick(): Promise<void> {
    if (this.#ticking || !this.#ready) return;
    this.#ticking = true;
    let begun = performance.now();
    for (const pair of this.#pairs) {
      pair.tick(this.#nowOf(pair));
      if (performance.now() - begun < SLICE) continue;
      await new Promise((resume) => setImmediate(resume));
      if (!this.#running) break;
      begun = performance.now();
    }
    this.#ticking = false;
    if (!this.#running) return;
    this.#check.look(this.#pairs);
    this.#save();
  }

  #nowOf({ market }: Pair): number {
    const now = this.#deps.clock();
    return this.#times.get(market as Market)?.theirs(now) ?? now;
  }

  async #begin(): Promise<void> {
    const { partition, markets } = this.#deps;
    this.#isOwn = await partition.join((isOwn) =>
      this.#edits.add(async () => {
        this.#isOwn = isOwn;
        await this.#readAll();
      }),
    );
    await this.#readAll();
    if (!this.#running) return;
    for (const market of markets.names()) this.#stops.push(this.#watch(market));
    this.#ready = true;
  }

  #watch(market: Market): () => void {
    const times = this.#times.get(market);
    const watched = this.#pairs.ofMarket(market);
    return this.#deps.markets.exchange(market).watchTrades((event) => {
      if (event.kind === 'gap') {
        for (const pair of watched.pairs.values()) this.#read(pair);
        return;
      }
      times?.came(event.trade.time);
      watched.take(event.trade);
    });
  }

  /** The pairs that are ours by now, each with what it missed. */
  async #readAll(): Promise<void> {
    const { conditions, watermarks } = this.#deps;
    const pairs = (await conditions.pairs()).filter((pair) => this.#isOwn(pairKey(pair)));
    const marks = await watermarks.read();
    const wanted = new Set(pairs.map(pairKey));
    for (const pair of this.#pairs) {
      if (wanted.has(pairKey(pair))) continue;
      pair.clear();
      this.#pairs.delete(pair);
    }
    for (const pair of pairs) this.#read(this.#pairs.find(pair) ?? this.#open(pair, marks.get(pairKey(pair)) ?? null));
  }

  #open(of: Pair, last: Mark | null): WatchedConditions {
    const table = this.#table;
    const make = (pair: WatchedConditions) =>
      new PairConditions({ table, noted: pair.noted, onFired: (arming, at) => this.#fire(pair, arming, at) });
    const opened = new WatchedConditions(of, { make, last, quiet: this.#pairs.quiet });
    this.#pairs.add(opened);
    return opened;
  }

  /** Reads a pair's alerts and what it missed, a few pairs at a time. */
  #read(pair: WatchedConditions): void {
    pair.wanted += 1;
    pair.suspend();
    if (this.#reading.has(pair)) return;
    this.#reading.add(pair);
    this.#waiting.push(pair);
    if (this.#reading.size - this.#waiting.length < READ_AT_ONCE) void this.#readOn();
  }

  async #readOn(): Promise<void> {
    for (let pair = this.#waiting.shift(); pair; pair = this.#waiting.shift()) {
      await this.#readUntilWhole(pair);
      this.#reading.delete(pair);
    }
  }

  async #readUntilWhole(pair: WatchedConditions): Promise<void> {
    const isWatched = () => this.#running && this.#pairs.isWatched(pair);
    for (let attempt = 0; isWatched(); attempt += 1) {
      const { wanted } = pair;
      pair.suspend();
      try {
        const read = await this.#missedOf(pair);
        if (!isWatched()) return;
        if (wanted !== pair.wanted) continue;
        pair.resume(read.rows, read.history);
        return this.#dropIfEmpty(pair);
      } catch (error) {
        const { symbol } = pair;
        const level = error instanceof TooManyRequests ? 'warn' : 'error';
        this.#deps.log[level]({ err: error, symbol, attempt }, 'what alerts on conditions missed could not be read');
        await pause(backoff(attempt + 1, RETRY));
      }
    }
  }

  async #missedOf(pair: WatchedConditions) {
    const { conditions } = this.#deps;
    while (pair.unsettled > 0) await pause(RETRY.min);
    const rows = await conditions.ofPair(pair);
    const now = this.#nowOf(pair);
    const begins = rows.map(({ armedAt }) => Math.max(armedAt, pair.decidedUntil));
    const from = Math.max(Math.min(now, ...begins), now - LONGEST_GAP);
    const reader = readerOf(this.#exchangeOf(pair), pair.symbol);
    return { rows, history: await readHistory(reader, { rows, from, to: now + 1 }) };
  }

  #exchangeOf({ market }: Pair): Source {
    return this.#deps.markets.exchange(market as Market);
  }

  #dropIfEmpty(pair: WatchedConditions): void {
    if (pair.isSuspended || pair.unsettled > 0 || pair.conditions.size > 0) return;
    if (this.#pairs.isWatched(pair)) this.#pairs.delete(pair);
  }

  async #reload(changed: ChangedAlert): Promise<void> {
    if (!this.#isOwn(pairKey(changed))) return;
    const row = await this.#deps.conditions.one(changed.num);
    const pair = this.#pairs.find(changed);
    if (!row) {
      if (!pair) return;
      pair.wanted += 1;
      pair.conditions.remove(changed.num);
      return this.#dropIfEmpty(pair);
    }
    if (!pair) return this.#read(this.#open(row, null));
    // What it hangs on has to be read first, or is being read.
    if (pair.isSuspended || hasFired(row) || !pair.conditions.has(row.condition)) return this.#read(pair);
    const slot = this.#table.slotOf(row.num);
    // Higher than the row's: its firing is on its way to the database.
    if (slot >= 0 && this.#table.seqOf(slot) >= row.seq) return this.#table.setInforming(slot, row.informing);
    pair.conditions.upsert(row);
  }

  #fire(pair: WatchedConditions, arming: Arming, at: FiredAt): void {
    pair.unsettled += 1;
    this.#firer.fire(arming, at, (row) => {
      pair.unsettled -= 1;
      if (row) return this.#dropIfEmpty(pair);
      const { market, symbol } = pair;
      this.#edits.add(() => this.#reload({ num: arming.num, market, symbol }));
    });
  }

  #save(): void {
    const { watermarks, log } = this.#deps;
    const marks = [...this.#pairs].flatMap((pair) => {
      const { mark, market, symbol } = pair;
      const key = pairKey(pair);
      if (!mark || this.#saved.get(key) === mark.time) return [];
      this.#saved.set(key, mark.time);
      return [{ market, symbol, mark }];
    });
    this.#saving = this.#saving
      .then(() => watermarks.save(marks))
      .catch((error: unknown) => {
        log.error({ err: error }, 'alerts on conditions: the watermarks were not written');
        for (const mark of marks) this.#saved.delete(pairKey(mark));
      });
  }
}
