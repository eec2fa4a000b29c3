import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import { DAY } from '#contracts/rules/time.ts';
import type { Execution } from '../matching/model/execution.ts';
import type { MarketContext, OrderFact } from '../position/position.ts';
import type { Cycle } from '../strategies/rounds/level-fold.ts';
import type { GridRules } from '../strategies/rounds/level.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { RunFacts } from '../strategies/rounds/run-facts.ts';
import type { SignalledRun } from '../strategies/rounds/deal-of-signal.ts';
import { type DealOpener, openerOf } from './deal-opener.ts';
import { type DealsPlan, type EndedDeal, MemoryDeal, type SignalledEntry } from './memory-deal.ts';
import type { MemoryBlock } from './memory-block.ts';
import { type FloorTerms, MemoryFloor } from './memory-floor.ts';
import { movedBy } from './memory-orders.ts';
import type { Halted, ReplayedRun, TradedFill } from './replayed-run.ts';
import type { SignalBars } from './signal-bars.ts';

interface DealsStart extends FloorTerms {
  deals: DealsPlan;
  rules: GridRules;
  given: Amounts;
  /** First price. */
  price: Big;
  /** Of a run that goes by signals. */
  signals?: SignalBars | null;
}

/** A first order locks up to half a percent more than its deal is given, of its owner's other money. */
const SPARE = '0.05';
/** More passes in a row are a mistake of ours. */
const MOST_PASSES = 500;
const WITHOUT_LINES = { low: ZERO, high: null };

/** PB-1, X-1: a run in memory whose deals are order blocks: the deals' own next step, and that of their blocks, on one floor. */
export class MemoryDeals implements ReplayedRun {
  readonly #start: DealsStart;
  readonly #floor: MemoryFloor;
  readonly #byName = new Map<string, { block: MemoryBlock; order: OrderFact; deal: number }>();
  readonly fills: TradedFill[] = [];
  readonly lines = WITHOUT_LINES;
  readonly stopMoved = ZERO;
  /** Counts how often a stop has followed. */
  changes = 0;
  readonly #opener: DealOpener;
  halted: Halted | null = null;
  state: RunFacts['state'] = 'running';
  #ending: RunFacts['ending'] = null;
  /** Of the deals that are over, the first one first. */
  readonly #over: EndedDeal[] = [];
  /** Those of them by which the next one is decided. */
  #recent: EndedDeal[] = [];
  #open: MemoryDeal[] = [];
  readonly openedAt: number[] = [];
  #ids = 0;
  #due: number | null = null;

  constructor(start: DealsStart, now: number) {
    const { given, price, rules, deals, signals } = start;
    this.#start = start;
    const spare = given.counter.times(SPARE);
    const listeners = { executed: (each: Execution) => this.#executed(each), trailed: () => this.#followed() };
    this.#floor = new MemoryFloor(start, { price, given, spare, fee: rules.fee, now }, listeners);
    this.#opener = openerOf(deals, signals ?? null);
  }

  get owned(): Amounts {
    return this.#floor.owned;
  }

  get resting(): ReplayedRun['resting'] {
    return this.#floor.resting;
  }

  get quiet(): { above: Big | null; below: Big | null } {
    const { above, below } = this.#floor.quiet;
    const context = this.#context();
    const awaits = this.#blocks().flatMap((block) => (block.end === null ? block.watched(context) : []));
    return {
      above: awaits.reduce((most, of) => (of.above ? most : max(most ?? of.price, of.price)), above),
      below: awaits.reduce((least, of) => (of.above ? min(least ?? of.price, of.price) : least), below),
    };
  }

  get due(): number | null {
    return this.#due;
  }

  /** What time alone brings about goes by the price of then. */
  get wakesAt(): number | null {
    return this.#due;
  }

  beginBar(volume: number): void {
    this.#floor.beginBar(volume);
  }

  print(time: number, price: Big): void {
    this.#opener.passBy(time, this.#open);
    this.#floor.trade(time, price);
    this.#advance();
  }

  stop(ending: NonNullable<RunFacts['ending']>): void {
    [this.state, this.#ending] = ['stopping', ending];
    this.#advance();
  }

  /** deals that are over; what was kept of one is no result yet, and one that bought nothing is none. */
  allCycles(): Cycle[] {
    return this.#over.flatMap(({ base, counter, ending }, turn) =>
      base && counter && ending !== 'keep' && !counter.eq(0) ? [{ turn, base, counter }] : [],
    );
  }

  #followed(): void {
    this.changes += 1;
  }

  #blocks(): MemoryBlock[] {
    return this.#open.flatMap(({ blocks }) => blocks);
  }

  #executed(execution: Execution): void {
    const { order: of, kind, fill } = execution;
    const known = this.#byName.get(of.clientOrderId);
    if (!known) return;
    known.block.executed(known.order, execution);
    if (kind !== 'TRADE' || !fill) return;
    const { price, qty: quantity } = fill;
    const { now: time } = this.#floor;
    this.fills.push({ time, level: known.deal, side: of.side, price, quantity, ...movedBy(fill) });
  }

  #context(): MarketContext {
    const { deals, rules } = this.#start;
    const { now, price: market } = this.#floor;
    return { pair: deals.pair, market, traded: null, fee: rules.fee, now };
  }

  #advance(): void {
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      const context = this.#context();
      for (const block of this.#blocks()) block.settle(context);
      this.#due = null;
      if (!this.#pass()) break;
    }
    const context = this.#context();
    const open = this.#blocks().filter(({ end }) => end === null);
    for (const block of open) this.#lookAt(block.dueAt(context));
  }

  #lookAt(time: number | null): void {
    if (time !== null) this.#due = this.#due === null ? time : Math.min(this.#due, time);
  }

  /** As the engine does it. False where nothing is left to do now. */
  #pass(): boolean {
    if (this.state === 'stopped' || this.state === 'attention') return false;
    for (const deal of this.#open) if (this.#work(deal)) return true;
    if (this.state === 'stopping') {
      if (this.#open.length === 0) this.state = 'stopped';
      return false;
    }
    return this.#lookForNext();
  }

  /** False where nothing is left to do now. */
  #lookForNext(): boolean {
    const { now, price: last } = this.#floor;
    const { rules } = this.#start;
    const run = () => this.#signalled();
    const opening = this.#opener.next({ now, last, rules, open: this.#open, ended: this.#recent, run });
    if (opening.sells) for (const deal of this.#open) deal.ending ??= 'sell';
    if (opening.reduces) for (const deal of this.#open) deal.reduce(opening.reduces, this.#context());
    switch (opening.do) {
      case 'open':
        this.#begin(opening.entry);
        return true;
      case 'go-on':
        return true;
      case 'end':
        [this.state, this.#ending] = ['stopping', 'keep'];
        return true;
      case 'halt':
        this.state = 'attention';
        this.halted = { text: opening.text, time: now };
        return false;
      default:
        this.#lookAt(opening.until);
        return false;
    }
  }

  #begin(entry: SignalledEntry | null): void {
    const { pair } = this.#start;
    const deal = this.openedAt.push(this.#floor.now);
    const on = {
      floor: this.#floor,
      pair,
      nextId: () => `TD${(this.#ids += 1)}`,
      nameOrder: (block: MemoryBlock, order: OrderFact) =>
        void this.#byName.set(order.clientOrderId, { block, order, deal }),
      followed: () => this.#followed(),
    };
    const of = { number: deal, openedAt: this.#floor.now, entry };
    this.#open = [...this.#open, new MemoryDeal(on, this.#start.deals, of)];
  }

  /** As a signal finds it. */
  #signalled(): SignalledRun {
    const { deals, given } = this.#start;
    const moved = this.#open.map((deal) => deal.moved());
    const sum = (of: keyof Amounts) => moved.reduce((all, each) => all.plus(each[of]), ZERO);
    return {
      deals: [...this.#recent, ...this.#open.map(({ of }) => ({ openedAt: of.openedAt, ...STILL_OPEN }))],
      given: given.counter,
      owned: this.#floor.owned,
      open: { base: sum('base'), counter: sum('counter') },
      locked: this.#locked(),
      currency: deals.pair.counter,
    };
  }

  /** Counter units that rest in entries. */
  #locked(): Big {
    const blocks = this.#open.flatMap((deal) => deal.facts().blocks);
    return blocks.reduce((sum, { locked }) => sum.plus(locked), ZERO);
  }

  #work(deal: MemoryDeal): boolean {
    if (this.state === 'stopping' && deal.ending === null) {
      deal.ending = this.#ending === 'sell' ? 'sell' : 'keep';
      return true;
    }
    const { now, price: last, owned } = this.#floor;
    const free = owned.counter.minus(this.#locked());
    const additions = this.state === 'running' ? 'place' : 'leave';
    const step = deal.next(
      { rules: this.#start.rules, last, free, additions, now },
      this.#opener.terms({ owned: owned.counter, given: this.#start.given.counter }),
    );
    if (step.do === 'wait') {
      this.#lookAt(step.again);
      return false;
    }
    if (step.do === 'over') this.#finish(deal);
    else deal.do(step, this.#context());
    return true;
  }

  #finish(deal: MemoryDeal): void {
    const ended = deal.ended();
    this.#over.push(ended);
    const day = this.#floor.now - (this.#floor.now % DAY);
    this.#recent = [...this.#recent.filter(({ endedAt }) => (endedAt ?? 0) >= day), ended];
    this.#open = this.#open.filter((each) => each !== deal);
    for (const { position } of deal.blocks)
      for (const { clientOrderId } of position.orders) this.#byName.delete(clientOrderId);
  }
}

const STILL_OPEN = { endedAt: null, base: null, counter: null };
