import { Big } from 'big.js';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Bus } from '../../lib/bus.ts';
import type { Log } from '../../lib/log.ts';
import type { Notifications } from '../notifications/index.ts';
import type { AlertRow } from './alerts.store.ts';
import { COOLDOWN } from './crossing.ts';
import { Firer } from './fire-alerts.ts';
import type { FiringsStore, Watermark } from './firings.store.ts';
import type { Armed, Move, Standing } from './level-book.ts';
import { PairFeed, type Price } from './pair-feed.ts';
import type { PriceSource } from './prices.ts';
import { readCandles } from './read-candles.ts';

/** On the bus: this alert is not what it was. */
export const ALERT_CHANGED = 'alert.changed';
export interface ChangedAlert {
  userId: string;
  id: string;
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
}

const keyOf = ({ market, symbol }: { market: string; symbol: string }): string => `${market}.${symbol}`;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms).unref());

const armedOf = ({ userId, id, price, type, informing, armedSeq }: AlertRow): Armed => ({
  userId,
  id,
  price,
  type,
  informing,
  seq: armedSeq,
});

/** An ALWAYS alert whose last firing is newer than its arming still rests. */
const restsUntil = ({ informing, executedAt, armedAt }: AlertRow): number | null =>
  informing === 'ALWAYS' && executedAt !== null && executedAt >= armedAt ? executedAt + COOLDOWN : null;

function standingOf(row: AlertRow, evaluatedAt: number): Standing {
  const rests = restsUntil(row);
  if (rests !== null) return { kind: 'resting', from: rests };
  return row.armedAt <= evaluatedAt ? { kind: 'sided' } : { kind: 'timed', from: row.armedAt };
}

/** Watches every price against the active alerts, which it holds in memory, and fires. */
export class AlertEngine {
  readonly #needs: EngineNeeds;
  readonly #feeds = new Map<string, PairFeed>();
  #firer: Firer;
  #stops: (() => void)[] = [];
  #rearmed: { userId: string; id: string; seq: number; armedAt: number }[] = [];
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

  start(): void {
    const { bus } = this.#needs;
    this.#running = true;
    this.#firer = new Firer(this.#needs);
    this.#edit(() => this.#begin());
    this.#stops.push(bus.subscribe(ALERT_CHANGED, (body) => this.#edit(() => this.#reload(body as ChangedAlert))));
    const timer = setInterval(() => this.#save(), SAVE_EVERY);
    this.#stops.push(() => clearInterval(timer));
  }

  /** Their account is gone, and its alerts with it. */
  forget(userId: string): void {
    this.#edit(async () => {
      for (const feed of this.#feeds.values()) {
        for (const id of feed.book.ids()) if (feed.book.find(id)?.userId === userId) feed.book.remove(id);
        this.#dropIfEmpty(feed);
      }
    });
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
    const [rows, marks] = await Promise.all([store.active(), store.watermarks()]);
    const markOf = new Map(marks.map((mark) => [keyOf(mark), mark]));
    for (const [key, some] of Map.groupBy(rows, keyOf)) this.#loadPair(some, markOf.get(key) ?? null);
    for (const market of markets.names()) this.#watch(market);
    this.#ready = true;
  }

  #loadPair(rows: AlertRow[], mark: Watermark | null): void {
    const [first] = rows;
    if (!first) return;
    // A mark from before every arming says nothing about them.
    const useful = mark && rows.some(({ armedAt }) => armedAt <= mark.evaluatedAt) ? mark : null;
    const feed = this.#feedOf(first, useful && { price: useful.price, time: useful.evaluatedAt });
    for (const row of rows) {
      feed?.put(armedOf(row), { standing: standingOf(row, useful?.evaluatedAt ?? -Infinity), armedAt: row.armedAt });
    }
  }

  #feedOf(pair: { market: string; symbol: string }, last: { price: Big; time: number } | null = null): PairFeed | null {
    const known = this.#feeds.get(keyOf(pair));
    if (known) return known;
    const market = MARKETS.find((name) => name === pair.market);
    if (!market) return null;
    const tick = this.#needs.markets.exchange(market)?.pairs().get(pair.symbol)?.tick ?? new Big(0);
    const { clock } = this.#needs;
    const { symbol } = pair;
    const feed = new PairFeed({ market, symbol, tick, last, clock, onMove: this.#onMove });
    this.#feeds.set(keyOf(pair), feed);
    return feed;
  }

  #watch(market: Market): void {
    const exchange = this.#needs.markets.exchange(market);
    if (!exchange) return;
    const prefix = `${market}.`;
    const stop = exchange.watchTrades((event) => {
      if (event.kind === 'trade') this.#feeds.get(prefix + event.trade.symbol)?.take(event.trade);
      else this.#onGap(market, exchange);
    });
    this.#stops.push(stop);
  }

  #onGap(market: Market, exchange: PriceSource): void {
    const feeds = [...this.#feeds.values()].filter((feed) => feed.market === market);
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
    for (const { userId, id, seq } of rearmed) this.#rearmed.push({ userId, id, seq, armedAt: at.time });
    for (const alert of fired) {
      feed.unsettled += 1;
      this.#firer.fire(alert, at, (row) => {
        feed.unsettled -= 1;
        if (row) this.#dropIfEmpty(feed);
        else this.#edit(() => this.#reload({ ...alert, market: feed.market, symbol: feed.symbol }));
      });
    }
  };

  async #reload(changed: ChangedAlert): Promise<void> {
    const row = await this.#needs.store.activeOne(changed);
    if (row) return this.#apply(row);
    const feed = this.#feeds.get(keyOf(changed));
    feed?.book.remove(changed.id);
    if (feed) this.#dropIfEmpty(feed);
  }

  async #reloadAll(): Promise<void> {
    const rows = await this.#needs.store.active();
    const active = new Set(rows.map(({ id }) => id));
    for (const feed of this.#feeds.values()) {
      for (const id of feed.book.ids()) if (!active.has(id)) feed.book.remove(id);
      this.#dropIfEmpty(feed);
    }
    for (const row of rows) this.#apply(row);
  }

  #apply(row: AlertRow): void {
    const feed = this.#feedOf(row);
    const known = feed?.book.find(row.id);
    // Higher than the row's: its firing is on its way to the database.
    if (known && known.seq >= row.armedSeq) return feed?.book.setInforming(row.id, row.informing);
    feed?.put(armedOf(row), { standing: standingOf(row, -Infinity), armedAt: row.armedAt });
  }

  #dropIfEmpty(feed: PairFeed): void {
    if (feed.book.size === 0 && feed.unsettled === 0) this.#feeds.delete(keyOf(feed));
  }

  /** The watermarks and re-armings since the last time. */
  #save(): void {
    const { store, log } = this.#needs;
    const marks = [...this.#feeds.values()].flatMap((feed) => this.#markOf(feed) ?? []);
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
