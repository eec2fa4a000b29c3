import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { Execution } from '../matching/model/execution.ts';
import { OrderRefusal } from '../matching/model/refusal.ts';
import type { GridRules } from '../strategies/rounds/level.ts';
import { type Cycle, foldLevel } from '../strategies/rounds/level-fold.ts';
import type { RunPlan } from '../strategies/rounds/plan-run.ts';
import { allocationOf, type Amounts } from '../strategies/rounds/run-books.ts';
import {
  type PlacedOrder,
  type RunContext,
  type RunFacts,
  type RunLevel,
  type RunOrder,
  type RunStep,
} from '../strategies/rounds/run-facts.ts';
import { runStep } from '../strategies/rounds/run-step.ts';
import { compactLevel } from './compact-level.ts';
import { type FloorTerms, MemoryFloor } from './memory-floor.ts';
import { bandAt, draftOf, movedBy, STATES } from './memory-orders.ts';
import { type Following, followerOf, linesOf, type PriceFollower } from './price-follower.ts';
import type { Halted, ReplayedRun, TradedFill } from './replayed-run.ts';
import { RunOrders } from './run-orders.ts';

export interface MemoryRunSettings extends FloorTerms {
  plan: RunPlan;
  rules: GridRules;
  /** First price. */
  price: Big;
  /** Left out, only its levels trade. */
  follow?: Following | null;
}

/** Orders of a level from which its finished cycles are folded away. */
const COMPACT_FROM = 4;

/**
 * a run of a bot in memory: the bot's own next step against the paper exchange's own matching. No database, no clock
 * of its own: the same prints at the same times give the same fills.
 */
export class MemoryRun implements ReplayedRun {
  readonly #settings: MemoryRunSettings;
  readonly #floor: MemoryFloor;
  readonly #follower: PriceFollower | null;
  readonly #touched = new Set<number>();
  readonly fills: TradedFill[] = [];
  lines: { low: Big; high: Big };
  halted: Halted | null = null;
  #facts: RunFacts;
  readonly #orders = new RunOrders();
  /** All of its levels run on for ever. */
  readonly #repeats: boolean;
  /** When its levels are asked again although nothing happened, UTC epoch ms. */
  #levelsDue: number | null = null;
  /** Closed cycles that the orders no longer show. */
  readonly #cycles: Cycle[] = [];
  /** Prices that the exchange takes, and the last price by which it does. */
  #band: { at: Big; band: RunContext['band'] } | null = null;

  constructor(settings: MemoryRunSettings, now: number) {
    const { plan, price, rules } = settings;
    const { given } = plan;
    this.#settings = settings;
    this.#floor = new MemoryFloor(
      settings,
      { price, given, fee: rules.fee, now },
      { executed: (each) => this.#executed(each) },
    );
    this.#follower = followerOf(settings.follow ?? null);
    this.lines = { low: plan.lines[0] ?? ZERO, high: plan.lines.at(-1) ?? ZERO };
    this.#facts = {
      state: 'starting',
      stateSince: now,
      takeDown: false,
      isOutside: false,
      ending: null,
      counterEarning: plan.counterEarning,
      given,
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

  get owned(): Amounts {
    return this.#floor.owned;
  }

  get resting(): ReplayedRun['resting'] {
    return this.#floor.resting;
  }

  get quiet(): { above: Big | null; below: Big | null } {
    const { above, below } = this.#floor.quiet;
    const awaits = this.#follower?.awaits ?? [];
    return {
      above: awaits.reduce((most, of) => (of.above ? most : max(most ?? of.price, of.price)), above),
      below: awaits.reduce((least, of) => (of.above ? min(least ?? of.price, of.price) : least), below),
    };
  }

  get due(): number | null {
    const [one, other] = [this.#levelsDue, this.wakesAt];
    return one === null || other === null ? (one ?? other) : Math.min(one, other);
  }

  get wakesAt(): number | null {
    return this.#follower?.due ?? null;
  }

  get changes(): number {
    return this.#follower?.changes ?? 0;
  }

  get stopMoved(): Big {
    return this.#follower?.stopMoved ?? ZERO;
  }

  beginBar(volume: number): void {
    this.#floor.beginBar(volume);
  }

  /** A trade of the market at large, and all that follows from it. */
  print(time: number, price: Big): void {
    this.#floor.trade(time, price);
    this.#advance();
  }

  /** Ends it, and what becomes of its coins. */
  stop(ending: NonNullable<RunFacts['ending']>): void {
    this.#facts = { ...this.#facts, state: 'stopping', stateSince: this.#floor.now, ending };
    this.#touchAll();
    this.#advance();
  }

  /** Finished cycles, and what each earned. */
  allCycles(): Cycle[] {
    const { rules } = this.#settings;
    const open = this.#facts.levels.flatMap(
      ({ level, start }) => foldLevel(level, { start, orders: this.#orders.ofLevel(level.number) }, rules).cycles,
    );
    return [...this.#cycles, ...open];
  }

  #executed({ kind, order, fill }: Execution): void {
    const known = this.#orders.find(order.clientOrderId);
    if (!known) return;
    known.exchangeId = order.orderId;
    const { order: of } = known;
    if (kind === 'TRADE' && fill) {
      const { base, counter } = movedBy(fill);
      of.base = of.base.plus(base);
      of.counter = of.counter.plus(counter);
      const { price, qty: quantity } = fill;
      this.fills.push({ time: this.#floor.now, level: of.level, side: order.side, price, quantity, base, counter });
    }
    of.filledQuantity = order.executedQty;
    of.state = STATES[order.status];
    of.expiryReason = order.details.expiryReason ?? null;
    of.updatedAt = this.#floor.now;
    // Of one that now rests as its level wanted it, a level that runs on for ever wants nothing more.
    if (order.status !== 'NEW' || !this.#asksTouchedOnly) this.#touched.add(of.level);
  }

  #place(placed: PlacedOrder): void {
    const order = this.#orders.add(placed, this.#floor.now);
    try {
      this.#floor.place(draftOf(placed, { order, pair: this.#settings.pair }));
    } catch (error) {
      if (!(error instanceof OrderRefusal)) throw error;
      order.state = 'rejected';
      order.reason = error.reason;
      this.#touched.add(placed.level);
    }
  }

  #cancel(order: RunOrder): void {
    const known = this.#orders.find(order.clientOrderId);
    order.cancelAsked = true;
    if (known) this.#floor.cancel(known.exchangeId);
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
        this.#facts = { ...this.#facts, state: step.to, stateSince: this.#floor.now };
        if (step.to === 'attention' || step.to === 'paused')
          this.halted = { text: step.reason ?? 'It waits for you.', time: this.#floor.now };
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

  /** What its price makes of it, before its levels are asked. */
  #follow(follower: PriceFollower): void {
    const context = this.#context();
    const orders = (): RunOrder[] => this.#orders.all();
    for (;;) {
      const changed = follower.look({ facts: this.#facts, orders, trades: this.fills.length }, context);
      if (!changed) return;
      this.#facts = { ...this.#facts, ...changed };
      this.#touchAll();
      if (changed.levels) this.#replaceLevels(changed.levels);
      // What rests of a level that was taken off comes down before anything else is looked at.
      this.#askLevels(context);
    }
  }

  /** A level that has given its place to another: what it traded is counted with what the run was given. */
  #replaceLevels(levels: readonly RunLevel[]): void {
    for (const { level, start, off } of levels) {
      if (off !== 'replaced') continue;
      const orders = this.#orders.ofLevel(level.number);
      this.#cycles.push(...foldLevel(level, { start, orders }, this.#settings.rules).cycles);
      this.#orders.drop(level.number);
      this.#facts = { ...this.#facts, given: allocationOf(this.#facts.given, orders) };
    }
    this.#facts = { ...this.#facts, levels: levels.filter(({ off }) => off !== 'replaced') };
    this.lines = linesOf(this.#facts.levels);
  }

  #advance(): void {
    const { now } = this.#floor;
    if (this.#levelsDue !== null && now >= this.#levelsDue) this.#touchAll();
    do {
      if (this.#follower) this.#follow(this.#follower);
      this.#askLevels(this.#context());
    } while (this.#touched.size > 0);
  }

  /** Until none of those that something happened to has anything to do, or the run itself has moved. */
  #askLevels(context: RunContext): void {
    while (this.#touched.size > 0) {
      const { levels, state } = this.#facts;
      const asked = this.#asksTouchedOnly ? levels.filter(({ level }) => this.#touched.has(level.number)) : levels;
      this.#touched.clear();
      this.#levelsDue = null;
      const own = this.#orders.ofLevel(0);
      const orders = [...own, ...asked.flatMap(({ level }) => this.#orders.ofLevel(level.number))];
      const { steps, again } = runStep({ ...this.#facts, levels: asked, orders }, context);
      for (const step of steps) this.#do(step);
      // Outside its borders only the price brings its levels up.
      if (steps.length === 0) this.#levelsDue = this.#facts.isOutside ? null : again;
      for (const of of asked) this.#compact(of);
      if (this.#facts.state !== state) return;
    }
  }

  #context(): RunContext {
    const { rules, pair } = this.#settings;
    const { now, price: last } = this.#floor;
    const { marketMaxQty: marketMost } = pair;
    if (this.#band?.at !== last) this.#band = { at: last, band: bandAt(last, pair) };
    return { rules, mayOrder: true, isTrading: true, band: this.#band.band, now, last, marketMost };
  }

  /** What a level has behind it is folded into its start, so that a step costs the same however long the run is. */
  #compact(of: RunLevel): void {
    const orders = this.#orders.ofLevel(of.level.number);
    if (orders.length < COMPACT_FROM) return;
    const compacted = compactLevel(of, orders, this.#settings.rules);
    if (!compacted) return;
    this.#cycles.push(...compacted.cycles);
    this.#orders.fold(of.level.number, compacted);
    const levels = this.#facts.levels.map((each) => (each === of ? compacted.level : each));
    // What the run owns follows from what it was given and its orders: those that are gone count as given.
    this.#facts = { ...this.#facts, levels, given: allocationOf(this.#facts.given, compacted.gone) };
  }
}
