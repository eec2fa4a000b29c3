import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { blockFactsOf } from '../averaging/block-facts.ts';
import type { ExchangePair } from '../market/pair.ts';
import type { EntryTrigger } from '../position/entry-trigger.ts';
import { type Exits, exitsAt, NO_EXITS, trailingStop, wholeAt } from '../position/exits.ts';
import type { MarketContext } from '../position/position.ts';
import { averagingStep } from '../strategies/averaging/deal-step.ts';
import type { DealSettings, DealSum } from '../strategies/averaging/next-deal.ts';
import type {
  DealBlock,
  DealContext,
  DealEnding,
  DealExits,
  DealFacts,
  DealStep,
  PlacedAddition,
} from '../strategies/deals/deal-facts.ts';
import type { BreakoutSettings } from '../strategies/rounds/breakout-deals.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { BarSettings, SignalSettings } from '../strategies/signals/run-settings.ts';
import { type SignalEntry, signalStep } from '../strategies/signals/signal-step.ts';
import { stopOfUnit, turtleStep, type TurtleTerms } from '../strategies/signals/turtle-step.ts';
import { type BlockFloor, MemoryBlock } from './memory-block.ts';

/** Deals that follow each other; orders of their blocks are held to the pair. */
export interface LadderDeals extends DealSettings {
  by: 'ladder';
  pair: ExchangePair;
}
/** Deals that bars open. */
export interface BarDeals extends SignalSettings {
  bars: BarSettings;
  /** What has ended by then is no signal, UTC epoch ms. */
  since: number;
  pair: ExchangePair;
}
/** PB-12: what a hook's signal asked of a run. */
export interface SignalCall {
  /** UTC epoch ms. */
  at: number;
  do: 'open' | 'add' | 'reduce' | 'close';
  /** Of an entry, counter units. */
  price: Big | null;
  /** Fraction of what is held that is sold. */
  share: Big | null;
}
/** Deals that the signals of a hook open and end, as they came. */
export interface CalledDeals extends SignalSettings {
  bars: null;
  /** In their order. */
  calls: readonly SignalCall[];
  pair: ExchangePair;
}
/** Deals that bars open, and whose orders wait for a breakout. */
export interface BreakoutDeals extends BreakoutSettings, Pick<BarDeals, 'since' | 'pair'> {}
/** A run whose deals are order blocks. */
export type DealsPlan = LadderDeals | BarDeals | CalledDeals | BreakoutDeals;

type Named = Pick<DealBlock, 'leg' | 'number' | 'attempt' | 'unit'>;

/** What a signal wanted of a deal. */
export interface SignalledEntry extends SignalEntry {
  exits: DealExits;
}

interface Opened {
  number: number;
  /** UTC epoch ms. */
  openedAt: number;
  /** Null where the deal begins by itself. */
  entry: SignalledEntry | null;
}

/** A deal that is over. */
export interface EndedDeal extends DealSum {
  ending: DealEnding | null;
}

/** PB-1: a deal in memory: its order blocks, and what is done with them. */
export class MemoryDeal {
  readonly #on: BlockFloor;
  readonly #deals: DealsPlan;
  readonly of: Opened;
  ending: DealEnding | null = null;
  #joinedAt: number | null = null;
  readonly #blocks: { of: Named; block: MemoryBlock; takenDown: boolean }[] = [];

  constructor(on: BlockFloor, deals: DealsPlan, of: Opened) {
    this.#on = on;
    this.#deals = deals;
    this.of = of;
  }

  get blocks(): MemoryBlock[] {
    return this.#blocks.map(({ block }) => block);
  }

  facts(): DealFacts & { blocks: readonly (DealBlock & { locked: Big })[] } {
    const { base, counter } = this.#deals.pair;
    const blocks = this.#blocks.map(({ of, block, takenDown }) => {
      const { position, intent, end } = block;
      const facts = blockFactsOf({ position, intent, end, isEnded: end !== null }, { base, counter });
      return { ...facts, ...of, id: position.id, takenDown };
    });
    return { blocks, ending: this.ending, joinedAt: this.#joinedAt };
  }

  /** What it has brought in and taken so far. */
  moved(): Amounts {
    return this.facts().blocks.reduce<Amounts>(
      (sum, { bought }) => ({ base: sum.base.plus(bought.net), counter: sum.counter.minus(bought.spent) }),
      { base: ZERO, counter: ZERO },
    );
  }

  /** As it stands once it is over. */
  ended(): EndedDeal {
    const { openedAt } = this.of;
    return { openedAt, endedAt: this.#on.floor.now, ...this.moved(), ending: this.ending };
  }

  /** What it does next, by its facts alone; `terms` of one that waits for a breakout. */
  next(context: DealContext, terms: TurtleTerms | null): DealStep {
    const { entry } = this.of;
    if (terms) return turtleStep(terms, this.facts(), context);
    if (entry) return signalStep(entry, this.facts(), context);
    if (this.#deals.by === 'ladder') return averagingStep(this.#deals.averaging, this.facts(), context);
    throw new Error('No signal has opened this deal.');
  }

  do(step: Exclude<DealStep, { do: 'wait' | 'over' }>, context: MarketContext): void {
    if (step.do === 'end') this.ending = 'sell';
    else if (step.do === 'place') this.#place(step.order);
    else if (step.do === 'join') this.#join(step, context);
    else this.#change(step, context);
  }

  /** Sells a share of what each of its blocks holds. */
  reduce(share: Big, context: MarketContext): void {
    for (const { block } of this.#blocks) block.closePart(share, context);
  }

  #place(order: PlacedAddition): void {
    const { leg, number, attempt, price, quantity, unit } = order;
    const { exits, trigger } = this.#termsOf(order);
    const isFirst = leg === 'base' && this.#deals.by === 'ladder';
    const block = new MemoryBlock(this.#on, {
      price,
      quantity,
      expiresAt: isFirst ? this.#on.floor.now + MINUTE : null,
      exits,
      inList: trigger === null && this.#deals.pair.lists.has('opo'),
      trigger,
    });
    const of = { leg, number, attempt, unit: unit ? { ...unit, quantity } : null };
    this.#blocks.push({ of, block, takenDown: false });
  }

  /** PB-7: where what a signal buys ends. */
  #exitsOf({ exits: { takeProfit, stop } }: SignalledEntry): Exits {
    const trailing = this.#deals.by === 'signal' ? this.#deals.deals.trailing : null;
    const follows = stop && trailing && trailingStop(stop, trailing);
    return follows ? { takeProfits: wholeAt(takeProfit), stop: follows } : exitsAt(takeProfit, stop);
  }

  /** PB-9: a unit brings its stop; where the market is at its price already, its limit alone goes out. */
  #termsOf({ unit }: PlacedAddition): { exits: Exits; trigger: EntryTrigger | null } {
    const { entry } = this.of;
    if (!unit) return { exits: entry ? this.#exitsOf(entry) : NO_EXITS, trigger: null };
    const isThere = this.#on.floor.price.gte(unit.trigger);
    return {
      exits: exitsAt(null, stopOfUnit(unit, this.#deals.pair)),
      trigger: isThere ? null : { price: unit.trigger, type: 'stop-limit' },
    };
  }

  /** What is wanted of one of its blocks. */
  #change(step: Extract<DealStep, { block: DealBlock }>, context: MarketContext): void {
    const found = this.#blocks.find(({ block }) => block.position.id === step.block.id);
    if (!found) throw new Error('The deal has no such block.');
    const { block } = found;
    if (step.do === 'cancel') {
      found.takenDown = true;
      block.intent = { ...block.intent, ending: 'remove' };
    } else if (step.do === 'protect' || step.do === 'raise')
      block.intent = { ...block.intent, ...exitsAt(step.exits.takeProfit, step.exits.stop) };
    else if (step.do === 'unprotect') block.intent = { ...block.intent, ...NO_EXITS };
    else if (step.do === 'close') block.intent = { ...block.intent, ending: 'close' };
    else throw new Error('What is placed in memory is placed at once.');
    block.settle(context);
  }

  /** AV-2: what they hold goes over to one block, with the exits of all. */
  #join({ blocks, number, exits }: Extract<DealStep, { do: 'join' }>, context: MarketContext): void {
    const ids = new Set(blocks.map(({ id }) => id));
    const parts = this.#blocks.flatMap(({ block }) => (ids.has(block.position.id) ? [block] : []));
    const gone = parts.filter((block) => block.goOver(context));
    this.#joinedAt = this.#on.floor.now;
    if (gone.length === 0) return;
    const block = MemoryBlock.joined(this.#on, gone);
    block.intent = { ...block.intent, ...exitsAt(exits.takeProfit, exits.stop) };
    this.#blocks.push({ of: { leg: 'joined', number, attempt: 1 }, block, takenDown: false });
  }
}
