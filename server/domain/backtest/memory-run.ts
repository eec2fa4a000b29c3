import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { matchingCore } from '../matching/matching-core.ts';
import type { Execution } from '../matching/model/execution.ts';
import type { Draft, Order } from '../matching/model/order.ts';
import type { Pair } from '../matching/model/pair.ts';
import { OrderRefusal } from '../matching/model/refusal.ts';
import { TapeMarket } from '../matching/tape-market.ts';
import type { GridRules } from '../strategies/rounds/level.ts';
import { type Cycle, foldLevel } from '../strategies/rounds/level-fold.ts';
import type { RunPlan } from '../strategies/rounds/plan-run.ts';
import { allocationOf, type Amounts } from '../strategies/rounds/run-books.ts';
import {
  type PlacedOrder,
  type RunFacts,
  type RunLevel,
  type RunOrder,
  type RunStep,
} from '../strategies/rounds/run-facts.ts';
import { runStep } from '../strategies/rounds/run-step.ts';
import { compactLevel } from './compact-level.ts';
import { decimalOf } from './bars.ts';
import { bandAt, draftOf, movedBy, newOrder, STATES, worsePrice } from './memory-orders.ts';

export interface MemoryRunSettings {
  plan: RunPlan;
  pair: Pair;
  rules: GridRules;
  /** Whether a limit fills on touch, or once the price goes through it. */
  touchFill: 'whole' | 'none';
  /** By which a taker's price is worse than the last price, as a fraction. */
  slippage: Big;
  /** The pair's usual spread, counter units: a taker pays half of it. */
  spread: Big;
  /** Most of a bar's volume that one resting order fills by, as a fraction; null is without bound. */
  volumeShare: Big | null;
  /** First price. */
  price: Big;
}

/** Orders of a level from which its finished cycles are folded away. */
const COMPACT_FROM = 4;

/** A fill, with what it brought in and took. */
export interface TradedFill extends Amounts {
  /** UTC epoch ms. */
  time: number;
  level: number;
  side: Order['side'];
  price: Big;
  quantity: Big;
}

/**
 * a run of a bot in memory: the bot's own next step against the paper exchange's own matching. No database, no clock
 * of its own: the same prints at the same times give the same fills.
 */
export class MemoryRun {
  readonly #settings: MemoryRunSettings;
  readonly #market: TapeMarket;
  readonly #core: ReturnType<typeof matchingCore>;
  readonly #account: ReturnType<ReturnType<typeof matchingCore>['openAccount']>;
  readonly #byClientId = new Map<string, { order: RunOrder; exchangeId: number }>();
  readonly #touched = new Set<number>();
  readonly fills: TradedFill[] = [];
  #now: number;
  #facts: RunFacts;
  #orders = new Map<number, RunOrder[]>();
  #owned: Amounts;
  #placed = 0;
  /** All of its levels run on for ever. */
  readonly #repeats: boolean;
  /** Of the bar that is under way, base units, and what each order has filled of it. */
  #volume: number | null = null;
  readonly #taken = new Map<number, Big>();
  /** When it looks again although nothing happened, UTC epoch ms. */
  due: number | null = null;
  /** Closed cycles that the orders no longer tell of. */
  readonly #cycles: Cycle[] = [];

  constructor(settings: MemoryRunSettings, now: number) {
    const { plan, pair, price, touchFill, rules } = settings;
    this.#settings = settings;
    this.#now = now;
    const offers = (quote: Big, side: Draft['side']) => [
      { price: worsePrice(quote, side, settings), qty: pair.maxQty },
    ];
    this.#market = new TapeMarket({ pair, price, touchFill, offers, fillable: (order) => this.#fillable(order) });
    this.#core = matchingCore({
      markets: [this.#market],
      fees: { maker: rules.fee, taker: rules.fee, discount: null },
      now: () => this.#now,
      listener: { executed: (_account, execution) => this.#executed(execution) },
    });
    const { base, counter } = plan.given;
    this.#account = this.#core.openAccount('run', { [pair.base]: base.toFixed(), [pair.quote]: counter.toFixed() });
    this.#owned = plan.given;
    this.#facts = {
      state: 'starting',
      stateSince: now,
      takeDown: false,
      isOutside: false,
      ending: null,
      counterEarning: plan.counterEarning,
      given: plan.given,
      startOrder: plan.startOrder,
      begun: false,
      levels: plan.levels.map((level): RunLevel => ({ level, start: { base: ZERO, counter: ZERO }, leftOut: false })),
      orders: [],
    };
    this.#repeats = plan.levels.every(({ repeat }) => repeat);
    this.#touchAll();
  }

  get state(): RunFacts['state'] {
    return this.#facts.state;
  }

  /** What it owns now. */
  get owned(): Amounts {
    return this.#owned;
  }

  /** The prices between which a trade changes nothing, both exclusive; null where there is no bound. */
  get quiet(): { above: Big | null; below: Big | null } {
    return this.#core.quietRange(this.#settings.pair.symbol);
  }

  /** A new bar, of so many base units. */
  beginBar(volume: number): void {
    this.#volume = volume;
    this.#taken.clear();
  }

  /** A trade of the market at large, and all that follows from it. */
  print(time: number, price: Big): void {
    this.#now = time;
    this.#core.trade(this.#settings.pair.symbol, { price, qty: this.#settings.pair.minQty, buyerMaker: false });
    this.#advance();
  }

  /** Ends it, and what becomes of its coins. */
  stop(ending: NonNullable<RunFacts['ending']>): void {
    this.#facts = { ...this.#facts, state: 'stopping', stateSince: this.#now, ending };
    this.#touchAll();
    this.#advance();
  }

  /** Finished cycles, and what each earned. */
  allCycles(): Cycle[] {
    const { rules } = this.#settings;
    const open = this.#facts.levels.flatMap(
      ({ level, start }) => foldLevel(level, { start, orders: this.#orders.get(level.number) ?? [] }, rules).cycles,
    );
    return [...this.#cycles, ...open];
  }

  /** the rest of a large order waits for the next bar. */
  #fillable({ orderId }: Order): Big | null {
    const { volumeShare } = this.#settings;
    if (volumeShare === null || this.#volume === null) return null;
    return max(ZERO, volumeShare.times(decimalOf(this.#volume)).minus(this.#taken.get(orderId) ?? ZERO));
  }

  #executed({ kind, order, fill }: Execution): void {
    const known = this.#byClientId.get(order.clientOrderId);
    if (!known) return;
    known.exchangeId = order.orderId;
    const { order: of } = known;
    if (kind === 'TRADE' && fill) {
      const { base, counter } = movedBy(fill);
      of.base = of.base.plus(base);
      of.counter = of.counter.plus(counter);
      this.#owned = { base: this.#owned.base.plus(base), counter: this.#owned.counter.plus(counter) };
      const { side, orderId } = order;
      if (fill.isMaker) this.#taken.set(orderId, (this.#taken.get(orderId) ?? ZERO).plus(fill.qty));
      this.fills.push({
        time: this.#now,
        level: of.level,
        side,
        price: fill.price,
        quantity: fill.qty,
        base,
        counter,
      });
    }
    of.filledQuantity = order.executedQty;
    of.state = STATES[order.status];
    of.expiryReason = order.details.expiryReason ?? null;
    of.updatedAt = this.#now;
    this.#touched.add(of.level);
  }

  #place(placed: PlacedOrder): void {
    this.#placed += 1;
    const order = newOrder(placed, { clientOrderId: `TD${this.#placed}`, now: this.#now });
    const { level } = placed;
    this.#orders.set(level, [...(this.#orders.get(level) ?? []), order]);
    this.#byClientId.set(order.clientOrderId, { order, exchangeId: 0 });
    try {
      this.#core.place(this.#account, draftOf(placed, { order, pair: this.#settings.pair }));
    } catch (error) {
      if (!(error instanceof OrderRefusal)) throw error;
      order.state = 'rejected';
      order.reason = error.reason;
      this.#touched.add(level);
    }
  }

  #cancel(order: RunOrder): void {
    const known = this.#byClientId.get(order.clientOrderId);
    order.cancelAsked = true;
    if (known) this.#core.cancel(this.#account, known.exchangeId);
  }

  #do(step: RunStep): void {
    switch (step.do) {
      case 'place':
        return this.#place(step.order);
      case 'cancel':
        return this.#cancel(step.order);
      case 'begin':
        this.#facts = {
          ...this.#facts,
          begun: true,
          levels: step.levels.map((begun) => ({ ...begun, leftOut: false })),
        };
        return this.#touchAll();
      case 'move':
        this.#facts = { ...this.#facts, state: step.to, stateSince: this.#now };
        return this.#touchAll();
      default:
        throw new Error('fills of a run in memory are known at once');
    }
  }

  #touchAll(): void {
    for (const { level } of this.#facts.levels) this.#touched.add(level.number);
  }

  /** While it runs on for ever, levels decide by themselves: the others need not be asked. */
  get #asksTouchedOnly(): boolean {
    return this.#facts.state === 'running' && this.#repeats;
  }

  #advance(): void {
    for (;;) {
      if (this.due !== null && this.#now >= this.due) this.#touchAll();
      if (this.#touched.size === 0) return;
      const { levels } = this.#facts;
      const asked = this.#asksTouchedOnly ? levels.filter(({ level }) => this.#touched.has(level.number)) : levels;
      this.#touched.clear();
      this.due = null;
      const own = this.#orders.get(0) ?? [];
      const orders = [...own, ...asked.flatMap(({ level }) => this.#orders.get(level.number) ?? [])];
      const { steps, again } = runStep({ ...this.#facts, levels: asked, orders }, this.#context());
      for (const step of steps) this.#do(step);
      if (steps.length === 0) this.due = again;
      for (const of of asked) this.#compact(of);
    }
  }

  #context() {
    const { rules, pair } = this.#settings;
    const { marketMaxQty } = pair;
    return {
      rules,
      mayOrder: true,
      isTrading: true,
      band: bandAt(this.#market.price, pair),
      now: this.#now,
      last: this.#market.price,
      marketMost: marketMaxQty,
    };
  }

  /** What a level has behind it is folded into its start, so that a step costs the same however long the run is. */
  #compact(of: RunLevel): void {
    const orders = this.#orders.get(of.level.number) ?? [];
    if (orders.length < COMPACT_FROM) return;
    const compacted = compactLevel(of, orders, this.#settings.rules);
    if (!compacted) return;
    for (const gone of compacted.gone) this.#byClientId.delete(gone.clientOrderId);
    this.#cycles.push(...compacted.cycles);
    this.#orders.set(of.level.number, compacted.orders);
    const levels = this.#facts.levels.map((each) => (each === of ? compacted.level : each));
    // What the run owns follows from what it was given and its orders: those that are gone count as given.
    this.#facts = { ...this.#facts, levels, given: allocationOf(this.#facts.given, compacted.gone) };
  }
}
