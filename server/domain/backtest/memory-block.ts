import { ZERO } from '#contracts/rules/decimal.ts';
import { tradesOf } from '../averaging/carried.ts';
import { planExits } from '../exits/plan-exits.ts';
import { nextLookAt } from '../exits/next-look.ts';
import type { Execution } from '../matching/model/execution.ts';
import type { ListDraft } from '../matching/model/order-list.ts';
import type { Draft } from '../matching/model/order.ts';
import type { OrderType } from '../matching/model/order-type.ts';
import type { Pair } from '../matching/model/pair.ts';
import { OrderRefusal } from '../matching/model/refusal.ts';
import { type Ending, nextStep, type Step } from '../next-step.ts';
import { entryEndsAt } from '../entry-expiry.ts';
import { liveOf } from '../position/books.ts';
import type { EntryTrigger } from '../position/entry-trigger.ts';
import { type Drafted, entryDraft } from '../position/entry-orders.ts';
import { type Exits, exitPrice, hasExits, NO_EXITS } from '../position/exits.ts';
import type { Intent, MarketContext, OrderFact, Position } from '../position/position.ts';
import type { AwaitedPrice } from '../strategies/rounds/stop-conditions.ts';
import type { MemoryFloor } from './memory-floor.ts';
import { STATES } from './memory-orders.ts';

/** More than any block needs; a rule that never settles must not spin. */
const MOST_STEPS = 50;

/** Where a block sends its orders. */
export interface BlockFloor {
  floor: MemoryFloor;
  pair: Pair;
  /** Each order has a name of its own, by which what happens to it is told. */
  nameOrder: (block: MemoryBlock, order: OrderFact) => void;
  nextId: () => string;
}

const TYPES: Record<OrderFact['type'], OrderType> = {
  limit: 'LIMIT',
  'limit-maker': 'LIMIT_MAKER',
  market: 'MARKET',
  stop: 'STOP_LOSS',
  'stop-limit': 'STOP_LOSS_LIMIT',
  'take-profit': 'TAKE_PROFIT',
  'take-profit-limit': 'TAKE_PROFIT_LIMIT',
};

function draftOf({ side, type, price, stopPrice, quantity, clientOrderId }: OrderFact, pair: Pair): Draft {
  return {
    pair,
    side: side === 'buy' ? 'BUY' : 'SELL',
    type: TYPES[type],
    timeInForce: 'GTC',
    quantity,
    quoteOrderQty: ZERO,
    price,
    stopPrice: stopPrice ?? ZERO,
    clientOrderId,
    details: { stp: 'EXPIRE_MAKER' },
  };
}

type Planned = Pick<Drafted, 'leg' | 'side' | 'type' | 'price' | 'stopPrice' | 'quantity'>;

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
    this.intent = { ...this.intent, ...exits, expiresAt };
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
    return planExits(this.position, this.intent, context).watched.flatMap((target) => {
      const price = exitPrice(this.intent, target);
      return price ? [{ price, above: target === 'take-profit' }] : [];
    });
  }

  /** When time alone may change something, UTC epoch ms; null where it does not. */
  dueAt(context: MarketContext): number | null {
    const expires = liveOf(this.position, ['entry']).length > 0 ? entryEndsAt(this.intent) : null;
    const times = [expires, nextLookAt(this.position, context)].filter((time) => time !== null);
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
        return this.#send(step.orders, step.asList);
      case 'cancel':
        return this.#cancel(step.orders);
      case 'note-stop':
        this.position.stopReachedAt = this.#on.floor.now;
        return;
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

  #factOf({ leg, side, type, price, stopPrice, quantity }: Planned, clientListId: string | null = null): OrderFact {
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
      updatedAt: now,
    };
    this.position.orders.push(order);
    this.#on.nameOrder(this, order);
    return order;
  }

  #send(planned: readonly Planned[], asList: boolean): void {
    const { floor, pair, nextId } = this.#on;
    const clientListId = asList ? nextId() : null;
    const orders = planned.map((each) => this.#factOf(each, clientListId));
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

/** An entry with its exits, which get what it brings in; or the two exits of what is held. */
function listOf(orders: readonly OrderFact[], of: Pick<ListDraft, 'pair' | 'clientListId'>): ListDraft {
  const entry = orders.find(({ leg }) => leg === 'entry');
  const exits = orders.filter((order) => order !== entry);
  const { pair } = of;
  const legs = exits.length > 1 ? pairOf(exits, pair) : exits.map((order) => draftOf(order, pair));
  return { ...of, working: entry ? draftOf(entry, pair) : null, legs, paysLegs: entry !== undefined };
}

/** The order below before the one above: of a purchase its stop, then its take profit, which only rests. */
function pairOf(orders: readonly OrderFact[], pair: Pair): Draft[] {
  const drafts = orders.map((order) => draftOf(order, pair));
  for (const draft of drafts) if (draft.type === 'LIMIT') draft.type = 'LIMIT_MAKER';
  return drafts.toSorted((one, other) => Number(one.type === 'LIMIT_MAKER') - Number(other.type === 'LIMIT_MAKER'));
}
