import type { Big } from 'big.js';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import { partFault, shareOf } from '#contracts/rules/part-close.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { tradesOf } from '../averaging/carried.ts';
import { TARGETS } from '../exits/exit-terms.ts';
import { planExits } from '../exits/plan-exits.ts';
import { nextLookAt } from '../exits/next-look.ts';
import type { Execution } from '../matching/model/execution.ts';
import type { Pair } from '../matching/model/pair.ts';
import { OrderRefusal } from '../matching/model/refusal.ts';
import { nextStep } from '../next-step.ts';
import type { Ending, Step } from '../steps/step.ts';
import { entryEndsAt } from '../entry-expiry.ts';
import { liveOf } from '../position/books.ts';
import type { EntryTrigger } from '../position/entry-trigger.ts';
import { type Drafted, entryDraft } from '../position/entry-orders.ts';
import { type Exits, exitPrice, hasExits, NO_EXITS } from '../position/exits.ts';
import type { Intent, MarketContext, OrderFact, Position } from '../position/position.ts';
import type { AwaitedPrice } from '../strategies/rounds/stop-conditions.ts';
import { draftOf, listOf } from './block-orders.ts';
import type { MemoryFloor } from './memory-floor.ts';
import { STATES } from './memory-orders.ts';

/** More than any block needs; a rule that never settles must not spin. */
const MOST_STEPS = 50;

/** Where a block sends its orders. */
export interface BlockFloor {
  floor: MemoryFloor;
  pair: Pair;
  /** Each order has a name of its own, by which what happens to it is reported. */
  nameOrder: (block: MemoryBlock, order: OrderFact) => void;
  nextId: () => string;
  /** A stop has followed the market. */
  followed: () => void;
}

type Planned = Pick<Drafted, 'leg' | 'side' | 'type' | 'price' | 'stopPrice' | 'quantity' | 'target' | 'trailingDelta'>;

interface Entry extends Pick<Position, 'price' | 'quantity'> {
  /** UTC epoch ms; null is never. */
  expiresAt: number | null;
  exits: Exits;
  /** The exchange takes an entry together with its exits. */
  inList: boolean;
  /** EX-9: left out, it waits for no price. */
  trigger?: EntryTrigger | null;
}

/** What a position that begins now has in common with all others. */
const positionOf = (of: Pick<Position, 'id' | 'price' | 'quantity' | 'withTargets'>): Position => ({
  ...of,
  section: 'buy',
  counterEarning: true,
  interference: null,
  released: false,
  retriedAt: 0,
  stopReachedAt: null,
  orders: [],
  writtenOff: ZERO,
  fills: [],
});

const WITHOUT = { expiresAt: null, exits: NO_EXITS, inList: false };

/** an order block in memory: the same next step as one that is stored, and its orders on the floor. */
export class MemoryBlock {
  readonly #on: BlockFloor;
  readonly #trigger: EntryTrigger | null;
  readonly position: Position;
  intent: Intent = { ...NO_EXITS, ending: 'none' };
  /** What it ended by; null while it has not. */
  end: Ending | 'joined' | null = null;

  constructor(on: BlockFloor, { expiresAt, exits, inList, trigger = null, ...position }: Entry) {
    this.#on = on;
    this.#trigger = trigger;
    this.position = positionOf({ id: on.nextId(), ...position, withTargets: inList && hasExits(exits) });
    this.intent = { ...this.intent, ...exits, expiresAt, plan: exits.stop?.trailing ? 1 : 0 };
  }

  /** One that takes over what others hold, with all that it cost. */
  static joined(on: BlockFloor, parts: readonly MemoryBlock[]): MemoryBlock {
    const trades = parts.flatMap(({ position }) => tradesOf(position));
    const sum = (of: 'quantity' | 'counter') => trades.reduce((all, trade) => all.plus(trade[of]), ZERO);
    const [quantity, counter] = [sum('quantity'), sum('counter')];
    const block = new MemoryBlock(on, { ...WITHOUT, price: counter.div(quantity), quantity });
    const entry = block.#factOf({
      leg: 'entry',
      side: 'buy',
      type: 'limit',
      price: block.position.price,
      stopPrice: null,
      quantity,
    });
    Object.assign(entry, { state: 'filled', filledQuantity: quantity, filledCounterQuantity: counter });
    for (const trade of trades) block.position.fills.push({ ...trade, orderId: entry.id });
    return block;
  }

  /** Its targets are down, and what it holds is gone. False where it stays what it was. */
  goOver(context: MarketContext): boolean {
    this.position.handsOver = 'join';
    this.settle(context);
    return this.end === 'joined';
  }

  /** Sells a share of what it holds at market; nothing where the exchange would not take that, or its rest. */
  closePart(share: Big, context: MarketContext): void {
    const { position, intent } = this;
    if (this.end !== null || liveOf(position, ['entry', 'rest', 'close']).length > 0) return;
    const { pair } = this.#on;
    const market = this.#on.floor.price;
    const { open: held } = planExits(position, intent, { ...context, market });
    const exits = TARGETS.flatMap((target) => exitPrice(intent, target) ?? []);
    const quantity = shareOf(held, share, pair.step);
    const { step, minQty: minQuantity, minNotional, marketMaxQty, maxQty } = pair;
    const terms = { held, step, minQuantity, minNotional, most: marketMaxQty ?? maxQty, market };
    if (partFault(quantity, { ...terms, lowest: min(market, ...exits) }, pair.base) !== null) return;
    const part = { leg: 'close', side: 'sell', type: 'market', price: null, stopPrice: null, quantity } as const;
    this.#factOf(part, null, intent.plan).state = 'planned';
    this.settle(context);
  }

  /** Until nothing is left to do. */
  settle(context: MarketContext): void {
    for (let steps = 0; steps < MOST_STEPS && this.end === null; steps += 1) {
      const step = nextStep(this.position, this.intent, { ...context, market: this.#on.floor.price });
      if (!step) return;
      this.#take(step);
    }
  }

  /** Prices at which it acts although nothing of it rests there. */
  watched(context: MarketContext): AwaitedPrice[] {
    const { levels, watched } = planExits(this.position, this.intent, context);
    if (levels.length > 0) return levels;
    return watched.flatMap((target) => {
      const price = exitPrice(this.intent, target);
      return price ? [{ price, above: target === 'take-profit' }] : [];
    });
  }

  /** When time alone may change something, UTC epoch ms; null where it does not. */
  dueAt(context: MarketContext): number | null {
    const expires = liveOf(this.position, ['entry']).length > 0 ? entryEndsAt(this.intent) : null;
    const { lookAt } = this.intent.plan ? planExits(this.position, this.intent, context) : { lookAt: null };
    const times = [expires, lookAt, nextLookAt(this.position, context)].filter((time) => time !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  executed(order: OrderFact, { kind, order: of, fill }: Execution): void {
    const { now } = this.#on.floor;
    order.exchangeOrderId = String(of.orderId);
    order.state = STATES[of.status];
    order.quantity = of.quantity;
    order.expiryReason = of.details.expiryReason ?? null;
    order.updatedAt = now;
    if (kind !== 'TRADE' || !fill) return;
    const { price, qty: quantity, commission, commissionAsset } = fill;
    order.filledQuantity = of.executedQty;
    order.filledCounterQuantity = of.executedQuote;
    order.filledAt = now;
    this.position.fills.push({ orderId: order.id, price, quantity, commission, commissionAsset, tradedAt: now });
  }

  #take(step: NonNullable<Step>): void {
    switch (step.do) {
      case 'place-entry': {
        const block = { section: 'buy', trigger: this.#trigger } as const;
        const entry = entryDraft({ block, exits: this.intent, position: this.position });
        return this.#send(entry.orders, entry.asList);
      }
      case 'place':
        return [step, ...(step.others ?? [])].forEach(({ orders, asList }) => this.#send(orders, asList));
      case 'send-planned':
        return this.#sendAll(step.orders, null);
      case 'drop':
        return step.orders.forEach((order) => Object.assign(order, { state: 'rejected', reason: step.because }));
      case 'cancel':
        return this.#cancel(step.orders);
      case 'note-stop':
      case 'note-facts':
        return this.#note(step);
      case 'finish':
        this.end = step.how;
        return;
      case 'hand-over':
        this.end = 'joined';
        return;
      case 'stay':
        delete this.position.handsOver;
        return;
      default:
        throw new Error(`A block in memory is not asked to ${step.do}.`);
    }
  }

  #note(step: Extract<NonNullable<Step>, { do: 'note-stop' | 'note-facts' }>): void {
    if (step.do === 'note-stop') this.position.stopReachedAt = this.#on.floor.now;
    else {
      this.position.planFacts = step.facts;
      this.#on.followed();
    }
  }

  #factOf(planned: Planned, clientListId: string | null = null, plan = 0): OrderFact {
    const { leg, side, type, price, stopPrice, quantity, target = null, trailingDelta = null } = planned;
    const { now } = this.#on.floor;
    const id = this.#on.nextId();
    const order: OrderFact = {
      id,
      leg,
      attempt: this.position.orders.filter((each) => each.leg === leg).length + 1,
      clientOrderId: id,
      clientListId,
      isExternal: false,
      externalClientId: null,
      externalListId: null,
      exchangeOrderId: null,
      side,
      type,
      price: price ?? ZERO,
      stopPrice,
      quantity,
      state: 'sending',
      reason: null,
      filledQuantity: ZERO,
      filledCounterQuantity: ZERO,
      cancelAsked: false,
      expiryReason: null,
      placedAt: now,
      filledAt: null,
      plan,
      target,
      trailingDelta,
      updatedAt: now,
    };
    this.position.orders.push(order);
    this.#on.nameOrder(this, order);
    return order;
  }

  #send(planned: readonly Planned[], asList: boolean): void {
    const { nextId } = this.#on;
    const sent = this.#withinFree(planned);
    if (sent.length === 0) return;
    const clientListId = asList ? nextId() : null;
    // What comes with an entry is for all that it brings in: a plan makes its own.
    const plan = planned.some(({ leg }) => leg === 'entry') ? 0 : this.intent.plan;
    this.#sendAll(
      sent.map((each) => this.#factOf(each, clientListId, plan)),
      clientListId,
    );
  }

  /**
   * Exits sell what is there, as those of a stored block do: the entry of another deal may have paid its fee with these coins.
   * What is too little for an order is written off.
   */
  #withinFree(planned: readonly Planned[]): readonly Planned[] {
    const { floor, pair } = this.#on;
    const [first] = planned;
    if (!first || first.leg === 'entry' || first.quantity.lte(floor.freeBase)) return planned;
    const quantity = floorTo(pair.step, floor.freeBase);
    if (quantity.gte(pair.minQty) && quantity.times(floor.price).gte(pair.minNotional))
      return planned.map((order) => ({ ...order, quantity }));
    this.position.writtenOff = this.position.writtenOff.plus(first.quantity.minus(floor.freeBase));
    return [];
  }

  #sendAll(orders: readonly OrderFact[], clientListId: string | null): void {
    const { floor, pair } = this.#on;
    for (const order of orders) order.state = 'sending';
    try {
      if (clientListId === null) for (const order of orders) floor.place(draftOf(order, pair));
      else floor.placeList(listOf(orders, { pair, clientListId }));
    } catch (error) {
      if (!(error instanceof OrderRefusal)) throw error;
      for (const order of orders) Object.assign(order, { state: 'rejected', reason: error.reason });
    }
  }

  #cancel(orders: readonly OrderFact[]): void {
    for (const order of orders) order.cancelAsked = true;
    for (const { exchangeOrderId, state } of orders)
      if (exchangeOrderId !== null && (state === 'open' || state === 'partly-filled'))
        this.#on.floor.cancel(Number(exchangeOrderId));
  }
}
