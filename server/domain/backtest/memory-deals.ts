import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { ExchangePair } from '../market/pair.ts';
import type { Execution } from '../matching/model/execution.ts';
import { blockFactsOf } from '../averaging/block-facts.ts';
import { exitsAt, NO_EXITS } from '../position/exits.ts';
import type { MarketContext, OrderFact } from '../position/position.ts';
import { averagingStep } from '../strategies/averaging/deal-step.ts';
import type { DealBlock, DealEnding, DealStep } from '../strategies/deals/deal-facts.ts';
import { type DealSettings, type DealSum, openingOf, waitsForDeal } from '../strategies/averaging/next-deal.ts';
import type { Cycle } from '../strategies/rounds/level-fold.ts';
import type { GridRules } from '../strategies/rounds/level.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { RunFacts } from '../strategies/rounds/run-facts.ts';
import { type BlockFloor, MemoryBlock } from './memory-block.ts';
import { type FloorTerms, MemoryFloor } from './memory-floor.ts';
import { movedBy } from './memory-orders.ts';
import type { Halted, ReplayedRun, TradedFill } from './replayed-run.ts';

/** A run whose deals are order blocks. */
export interface DealsPlan extends DealSettings {
  /** As orders of the blocks are held to it. */
  pair: ExchangePair;
}

interface DealsStart extends FloorTerms {
  deals: DealsPlan;
  rules: GridRules;
  given: Amounts;
  /** First price. */
  price: Big;
}

type Named = Pick<DealBlock, 'leg' | 'number' | 'attempt'>;

interface OpenDeal {
  number: number;
  openedAt: number;
  ending: DealEnding | null;
  joinedAt: number | null;
  blocks: { of: Named; block: MemoryBlock; takenDown: boolean }[];
}

/** A first order locks up to half a percent more than its deal is given, of its owner's other money. */
const SPARE = '0.01';
/** More passes in a row are a mistake of ours. */
const MOST_PASSES = 500;
const WITHOUT_LINES = { low: ZERO, high: null };

/** PB-1, X-1: a run of an averaging bot in memory: the deal's own next step, and that of its blocks, on the same floor. */
export class MemoryDeals implements ReplayedRun {
  readonly #start: DealsStart;
  readonly #floor: MemoryFloor;
  readonly #on: BlockFloor;
  readonly #byName = new Map<string, { block: MemoryBlock; order: OrderFact; deal: number }>();
  readonly fills: TradedFill[] = [];
  readonly lines = WITHOUT_LINES;
  readonly stopMoved = ZERO;
  readonly changes = 0;
  halted: Halted | null = null;
  state: RunFacts['state'] = 'running';
  #ending: RunFacts['ending'] = null;
  /** Of the deals that are over, the first one first. */
  readonly #over: (DealSum & { ending: DealEnding | null })[] = [];
  #open: OpenDeal | null = null;
  #ids = 0;
  #due: number | null = null;

  constructor(start: DealsStart, now: number) {
    const { given, price, rules, pair } = start;
    this.#start = start;
    const spare = given.counter.times(SPARE);
    this.#floor = new MemoryFloor(start, { price, given, spare, fee: rules.fee, now }, (each) => this.#executed(each));
    this.#on = {
      floor: this.#floor,
      pair,
      nextId: () => `TD${(this.#ids += 1)}`,
      nameOrder: (block, order) =>
        this.#byName.set(order.clientOrderId, { block, order, deal: this.#open?.number ?? 0 }),
    };
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

  #blocks(): MemoryBlock[] {
    return this.#open?.blocks.map(({ block }) => block) ?? [];
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
    if (this.#open) return this.#work(this.#open);
    if (this.state === 'stopping') {
      this.state = 'stopped';
      return false;
    }
    return this.#openNext();
  }

  #openNext(): boolean {
    const { deals, rules } = this.#start;
    const { now, price: last, owned } = this.#floor;
    const waits = waitsForDeal({ deals: this.#over, given: this.#start.given.counter }, deals, { now, last });
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
    if ('fault' in opening) {
      this.state = 'attention';
      this.halted = { text: opening.fault, time: now };
      return false;
    }
    this.#open = { number: this.#over.length + 1, openedAt: now, ending: null, joinedAt: null, blocks: [] };
    return true;
  }

  #facts({ blocks }: OpenDeal): (DealBlock & { locked: Big })[] {
    const { base, counter } = this.#start.deals.pair;
    return blocks.map(({ of, block, takenDown }) => {
      const { position, intent, end } = block;
      const facts = blockFactsOf({ position, intent, end, isEnded: end !== null }, { base, counter });
      return { ...facts, ...of, id: position.id, takenDown };
    });
  }

  #work(deal: OpenDeal): boolean {
    const { deals, rules } = this.#start;
    const { now, price: last, owned } = this.#floor;
    if (this.state === 'stopping' && deal.ending === null) {
      deal.ending = this.#ending === 'sell' ? 'sell' : 'keep';
      return true;
    }
    const blocks = this.#facts(deal);
    const free = blocks.reduce((rest, { locked }) => rest.minus(locked), owned.counter);
    const additions = this.state === 'running' ? 'place' : 'leave';
    const { ending, joinedAt } = deal;
    const step = averagingStep(deals.averaging, { blocks, ending, joinedAt }, { rules, last, free, additions, now });
    if (step.do === 'wait') {
      this.#lookAt(step.again);
      return false;
    }
    this.#do(deal, step, blocks);
    return true;
  }

  #do(deal: OpenDeal, step: Exclude<DealStep, { do: 'wait' }>, blocks: readonly DealBlock[]): void {
    switch (step.do) {
      case 'place': {
        const { leg, number, attempt, price, quantity } = step.order;
        const expiresAt = leg === 'base' ? this.#floor.now + MINUTE : null;
        const block = new MemoryBlock(this.#on, { price, quantity, expiresAt });
        deal.blocks.push({ of: { leg, number, attempt }, block, takenDown: false });
        return;
      }
      case 'join':
        return this.#join(deal, step);
      case 'end':
        deal.ending = 'sell';
        return;
      case 'over':
        return this.#finish(deal, blocks);
      default:
        return this.#change(deal, step);
    }
  }

  /** What is wanted of one of its blocks. */
  #change(deal: OpenDeal, step: Extract<DealStep, { block: DealBlock }>): void {
    const found = deal.blocks.find(({ block }) => block.position.id === step.block.id);
    if (!found) throw new Error('The deal has no such block.');
    const { block } = found;
    if (step.do === 'cancel') {
      found.takenDown = true;
      block.intent = { ...block.intent, ending: 'remove' };
    } else if (step.do === 'protect')
      block.intent = { ...block.intent, ...exitsAt(step.exits.takeProfit, step.exits.stop) };
    else if (step.do === 'unprotect') block.intent = { ...block.intent, ...NO_EXITS };
    else if (step.do === 'close') block.intent = { ...block.intent, ending: 'close' };
    else throw new Error('What is placed in memory is placed at once.');
    block.settle(this.#context());
  }

  /** AV-2: what they hold goes over to one block, with the exits of all. */
  #join(deal: OpenDeal, { blocks, number, exits }: Extract<DealStep, { do: 'join' }>): void {
    const ids = new Set(blocks.map(({ id }) => id));
    const context = this.#context();
    const parts = deal.blocks.flatMap(({ block }) => (ids.has(block.position.id) ? [block] : []));
    const gone = parts.filter((block) => block.goOver(context));
    deal.joinedAt = this.#floor.now;
    if (gone.length === 0) return;
    const block = MemoryBlock.joined(this.#on, gone);
    block.intent = { ...block.intent, ...exitsAt(exits.takeProfit, exits.stop) };
    deal.blocks.push({ of: { leg: 'joined', number, attempt: 1 }, block, takenDown: false });
  }

  #finish({ openedAt, ending }: OpenDeal, blocks: readonly DealBlock[]): void {
    const base = blocks.reduce((sum, { bought }) => sum.plus(bought.net), ZERO);
    const counter = blocks.reduce((sum, { bought }) => sum.minus(bought.spent), ZERO);
    this.#over.push({ openedAt, endedAt: this.#floor.now, base, counter, ending });
    this.#open = null;
    this.#byName.clear();
  }
}
