import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import { DAY } from '#contracts/rules/time.ts';
import type { Execution } from '../matching/model/execution.ts';
import type { MarketContext, OrderFact } from '../position/position.ts';
import { openingOf, waitsForDeal } from '../strategies/averaging/next-deal.ts';
import { breakoutOf, breakoutTerms, dealOfBreakout } from '../strategies/rounds/breakout-deals.ts';
import type { Cycle } from '../strategies/rounds/level-fold.ts';
import type { GridRules } from '../strategies/rounds/level.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { RunFacts } from '../strategies/rounds/run-facts.ts';
import { dealOfSignal, type SignalledRun } from '../strategies/rounds/deal-of-signal.ts';
import type { FlowSignal } from '../strategies/signals/decide-bars.ts';
import { exitsFrom, exitsStart } from '../strategies/signals/signal-deals.ts';
import type { TurtleTerms } from '../strategies/signals/turtle-step.ts';
import { type Able, BarSignals } from './bar-signals.ts';
import { BreakoutBars } from './breakout-bars.ts';
import {
  type BarDeals,
  type BreakoutDeals,
  type DealsPlan,
  type EndedDeal,
  type LadderDeals,
  MemoryDeal,
  type SignalledEntry,
} from './memory-deal.ts';
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
  readonly changes = 0;
  readonly #signals: BarSignals | null;
  readonly #breakouts: BreakoutBars | null;
  halted: Halted | null = null;
  state: RunFacts['state'] = 'running';
  #ending: RunFacts['ending'] = null;
  /** Of the deals that are over, the first one first. */
  readonly #over: EndedDeal[] = [];
  /** Those of them by which the next one is decided. */
  #recent: EndedDeal[] = [];
  #open: MemoryDeal[] = [];
  #opened = 0;
  #ids = 0;
  #due: number | null = null;

  constructor(start: DealsStart, now: number) {
    const { given, price, rules, deals, signals } = start;
    this.#start = start;
    const spare = given.counter.times(SPARE);
    this.#floor = new MemoryFloor(start, { price, given, spare, fee: rules.fee, now }, (each) => this.#executed(each));
    const { tick } = deals.pair;
    this.#signals =
      deals.by === 'signal' && signals ? new BarSignals(signals, deals.bars, { tick, since: deals.since }) : null;
    this.#breakouts =
      deals.by === 'breakout' && signals ? new BreakoutBars(signals, deals, { tick, since: deals.since }) : null;
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
    this.#signals?.passBy(time, this.#able);
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

  /** What a bar could change just now. */
  get #able(): Able {
    const { deals } = this.#start;
    const places = deals.by === 'signal' ? deals.limits.places : 0;
    return { buys: this.#open.length < places, sells: this.#open.some(({ ending }) => ending === null) };
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
    const { deals } = this.#start;
    if (deals.by === 'signal') return this.#lookAtBars(deals);
    if (deals.by === 'breakout') return this.#lookAtBreakout(deals);
    return this.#open.length === 0 && this.#openNext(deals);
  }

  #openNext(deals: LadderDeals): boolean {
    const { rules, given } = this.#start;
    const { now, price: last, owned } = this.#floor;
    const waits = waitsForDeal({ deals: this.#recent, given: given.counter }, deals, { now, last });
    if (waits?.why === 'over') {
      [this.state, this.#ending] = ['stopping', 'keep'];
      return true;
    }
    if (waits) {
      this.#lookAt(waits.until);
      return false;
    }
    const of = { last, owned: owned.counter, rules, currency: deals.pair.counter };
    const opening = openingOf(deals.averaging, of);
    if ('fault' in opening) return this.#halt(opening.fault);
    this.#begin(null);
    return true;
  }

  #begin(entry: SignalledEntry | null): void {
    const { pair } = this.#start;
    this.#opened += 1;
    const deal = this.#opened;
    const on = {
      floor: this.#floor,
      pair,
      nextId: () => `TD${(this.#ids += 1)}`,
      nameOrder: (block: MemoryBlock, order: OrderFact) =>
        void this.#byName.set(order.clientOrderId, { block, order, deal }),
    };
    const of = { number: deal, openedAt: this.#floor.now, entry };
    this.#open = [...this.#open, new MemoryDeal(on, this.#start.deals, of)];
  }

  /** It waits for its owner. */
  #halt(text: string): false {
    this.state = 'attention';
    this.halted = { text, time: this.#floor.now };
    return false;
  }

  /** PB-2, PB-8: what a bar decides that has ended. */
  #lookAtBars(deals: BarDeals): boolean {
    const decided = this.#signals?.take(this.#floor.now);
    if (!decided) {
      this.#lookAt(this.#signals?.dueFor(this.#able) ?? null);
      return false;
    }
    if (decided.sells) for (const deal of this.#open) deal.ending ??= 'sell';
    // A signal that would open nothing is not computed.
    const signal = this.#open.length < deals.limits.places && !this.#waits(deals) ? decided.signal() : null;
    return signal ? this.#judge(deals, signal) : true;
  }

  /** PB-9: where a bar that has ended leaves its deal, or opens one. */
  #lookAtBreakout(deals: BreakoutDeals): boolean {
    const bars = this.#breakouts;
    const decided = bars?.take(this.#floor.now);
    if (!bars?.seen || !decided) {
      this.#lookAt(bars?.due ?? null);
      return false;
    }
    if (decided.sells) for (const deal of this.#open) deal.ending ??= 'sell';
    const breakout = breakoutOf(bars.seen, deals.bars);
    return breakout && this.#open.length === 0 ? this.#awaitBreakout(deals, breakout) : true;
  }

  /** PB-3, PB-6. */
  #awaitBreakout(deals: BreakoutDeals, breakout: NonNullable<TurtleTerms['breakout']>): boolean {
    const { now, price: last } = this.#floor;
    const made = dealOfBreakout(deals, this.#signalled(), { breakout, last, now, rules: this.#start.rules });
    if (made.do === 'lack') return this.#halt(made.text);
    if (made.do === 'open') this.#begin(null);
    return true;
  }

  /** What a deal goes by whose orders wait for a breakout. */
  #terms(): TurtleTerms | null {
    const { deals, given } = this.#start;
    if (deals.by !== 'breakout') return null;
    const purse = { owned: this.#floor.owned.counter, given: given.counter };
    return breakoutTerms(deals, this.#breakouts?.seen ?? null, purse);
  }

  /** PB-6: its rest, or a limit of its day. */
  #waits(deals: BarDeals): boolean {
    const { now, price: last } = this.#floor;
    const { open, ...run } = this.#signalled();
    const openResult = open.counter.plus(open.base.times(last));
    return waitsForDeal(run, deals, { now, last, openResult }) !== null;
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

  /** PB-3 to PB-6. */
  #judge(deals: BarDeals, signal: FlowSignal): boolean {
    const { rules } = this.#start;
    const { now, price: last } = this.#floor;
    const made = dealOfSignal(deals, this.#signalled(), { signal, last, now, rules });
    if (made.do === 'lack') return this.#open.length > 0 || this.#halt(made.text);
    if (made.do === 'wait') return true;
    const { price, quantity, until } = made;
    const exits = exitsFrom(exitsStart(deals.deals, { price, market: last }), deals.deals, rules);
    this.#begin({ price, quantity, until, stop: exits.stop, exits });
    return true;
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
    const step = deal.next({ rules: this.#start.rules, last, free, additions, now }, this.#terms());
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
