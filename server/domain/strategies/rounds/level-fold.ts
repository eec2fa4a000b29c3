import type { Big } from 'big.js';
import { max, min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { isLive, type OrderState } from '../../position/order-state.ts';
import { type GridLevel, type GridRules, legPrice } from './level.ts';

/** An order of a level, with what its fills moved. */
export interface LevelOrder {
  /** Counts the finished legs of its level, from 0: the same leg of the same turn is never sent twice (C-13). */
  turn: number;
  side: Side;
  price: Big;
  quantity: Big;
  state: OrderState;
  /** Whether we asked for its end. */
  cancelAsked: boolean;
  expiryReason: string | null;
  /** UTC epoch ms of its last change. */
  updatedAt: number;
  filledQuantity: Big;
  /** Base and counter units that its fills brought in or took out, after fees; below 0 for what was spent. */
  base: Big;
  counter: Big;
}

/** What a level was given at the start: money for its first purchase, or coins for its first sale. */
export interface LevelStart {
  base: Big;
  counter: Big;
}

/** A finished purchase and sale of a level. */
export interface Cycle {
  /** Of the leg that closed it. */
  turn: number;
  base: Big;
  counter: Big;
}

/** All finished cycles of a level: how many there are, and what they came to, base and counter units. */
export interface CycleTotal {
  count: number;
  base: Big;
  counter: Big;
}

/** Finished legs of a level taken together: a fold goes on from here, and their orders are not needed any more. */
export interface FinishedLegs {
  /** The one that follows them. */
  next: Leg;
  /** What the leg that opens a cycle moved, where `next` closes it. */
  opened: { base: Big; counter: Big } | null;
  total: CycleTotal;
}

/** What is known of a level. */
export interface LevelFacts {
  start: LevelStart;
  /** Those of legs that `from` has not. */
  orders: readonly LevelOrder[];
  from?: FinishedLegs | undefined;
}

/** Where a level stands. */
export interface LevelState {
  turn: number;
  side: Side;
  /** Coins it holds. */
  held: Big;
  /** Orders of the leg that is under way. */
  orders: LevelOrder[];
  /** What it had before that leg: coins and money. */
  before: { held: Big; money: Big };
  /** Base units of this leg that are neither filled nor resting. */
  rest: Big;
  /** Finished cycles that its orders show. */
  cycles: Cycle[];
  /** Those, and all before them. */
  total: CycleTotal;
}

const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
const sum = (orders: readonly LevelOrder[], of: 'filledQuantity' | 'base' | 'counter'): Big =>
  orders.reduce((total, order) => total.plus(order[of]), ZERO);

interface Leg {
  turn: number;
  side: Side;
  /** Coins and money that the level has before the leg. */
  held: Big;
  money: Big;
  /** Counter units that the leg before brought in. */
  proceeds: Big;
}

/** how much the whole leg trades. A level never spends more than it has: after a sale that ended early it buys less. */
function wanted(level: GridLevel, leg: Leg, { step }: GridRules): Big {
  const { buys, sells } = level;
  const { side, held, money, proceeds } = leg;
  const price = legPrice(level, leg);
  if (side === 'sell') return sells.by === 'fixed' ? min(sells.quantity, floorTo(step, held)) : floorTo(step, held);
  if (buys.by === 'holdings') return floorTo(step, max(ZERO, proceeds).div(price));
  // Whole steps all of which can be paid: a product costs a tenth of a division.
  if (buys.quantity.times(price).lte(money)) return buys.quantity;
  return min(buys.quantity, floorTo(step, max(ZERO, money).div(price)));
}

/** with what a leg that ended early has filled, the next one can be placed. */
function canTurn(level: GridLevel, next: Leg, rules: GridRules): boolean {
  return isOrderable(wanted(level, next, rules), legPrice(level, next), rules);
}

/** The leg after this one. */
function after(leg: Leg, orders: readonly LevelOrder[]): Leg {
  return {
    turn: leg.turn + 1,
    side: other(leg.side),
    held: leg.held.plus(sum(orders, 'base')),
    money: leg.money.plus(sum(orders, 'counter')),
    proceeds: sum(orders, 'counter'),
  };
}

interface Sized {
  level: GridLevel;
  rules: GridRules;
}

/** a leg is done when all of it is filled, or when what is left is too little for an order and the rest can turn. */
function isDone({ level, rules }: Sized, leg: Leg, orders: readonly LevelOrder[]): boolean {
  if (orders.length === 0 || orders.some(({ state }) => isLive(state))) return false;
  const filled = sum(orders, 'filledQuantity');
  if (filled.eq(0)) return false;
  const rest = wanted(level, leg, rules).minus(filled);
  if (rest.lte(0)) return true;
  if (isOrderable(rest, legPrice(level, leg), rules)) return false;
  return canTurn(level, after(leg, orders), rules);
}

const beginning = ({ startsBy }: GridLevel, { base, counter }: LevelStart): FinishedLegs => ({
  next: { turn: 0, side: startsBy, held: base, money: counter, proceeds: counter },
  opened: null,
  total: { count: 0, base: ZERO, counter: ZERO },
});

interface Passed extends FinishedLegs {
  cycles: Cycle[];
  /** Orders of the leg that follows. */
  orders: LevelOrder[];
}

/** Past every leg that is done, up to a turn that is not to be passed by. */
export function passLegs(
  level: GridLevel,
  { start, orders, from = beginning(level, start) }: LevelFacts,
  { rules, passes = () => true }: { rules: GridRules; passes?: (turn: number) => boolean },
): Passed {
  const cycles: Cycle[] = [];
  let { next, opened, total } = from;
  const byTurn = Map.groupBy(orders, ({ turn }) => turn);
  const ordersOf = (turn: number): LevelOrder[] => byTurn.get(turn) ?? [];
  let own = ordersOf(next.turn);
  for (; passes(next.turn) && isDone({ level, rules }, next, own); own = ordersOf(next.turn)) {
    const moved: { base: Big; counter: Big } = { base: sum(own, 'base'), counter: sum(own, 'counter') };
    if (next.side === level.cycleOpensBy) opened = moved;
    else if (opened) {
      const cycle = { base: opened.base.plus(moved.base), counter: opened.counter.plus(moved.counter) };
      cycles.push({ turn: next.turn, ...cycle });
      total = {
        count: total.count + 1,
        base: total.base.plus(cycle.base),
        counter: total.counter.plus(cycle.counter),
      };
      opened = null;
    }
    next = after(next, own);
  }
  return { next, opened, total, cycles, orders: own };
}

/** Derived from its orders alone: the turn it is in, what it holds, and its finished cycles. */
export function foldLevel(level: GridLevel, facts: LevelFacts, rules: GridRules): LevelState {
  const { next: leg, total, cycles, orders } = passLegs(level, facts, { rules });
  const filled = sum(orders, 'filledQuantity');
  const resting = orders.reduce(
    (left, { state, quantity, filledQuantity }) => (isLive(state) ? left.plus(quantity).minus(filledQuantity) : left),
    ZERO,
  );
  return {
    turn: leg.turn,
    side: leg.side,
    held: leg.held.plus(sum(orders, 'base')),
    orders,
    before: leg,
    rest: wanted(level, leg, rules).minus(filled).minus(resting),
    cycles,
    total,
  };
}

/** An order without a name. */
interface Mirror {
  side: Side;
  price: Big;
  quantity: Big;
}

/** What an order brings in and takes once it is filled whole. */
function fillOf({ side, quantity, price }: Mirror, { fee }: GridRules): { base: Big; counter: Big } {
  const kept = ONE.minus(fee);
  return side === 'buy'
    ? { base: quantity.times(kept), counter: quantity.times(price).times(-1) }
    : { base: quantity.times(-1), counter: quantity.times(price).times(kept) };
}

/**
 * the order that follows once all that is left of the leg under way has filled by one order; null where the exchange
 * cannot hold it: it is too small, or what the first brings in does not pay for it.
 */
export function mirrorOf(level: GridLevel, state: LevelState, rules: GridRules): Mirror | null {
  const { side, turn, rest, orders, before } = state;
  const price = legPrice(level, state);
  const fill = fillOf({ side, quantity: rest, price }, rules);
  const counter = sum(orders, 'counter').plus(fill.counter);
  const next: Leg = {
    turn: turn + 1,
    side: other(side),
    held: before.held.plus(sum(orders, 'base')).plus(fill.base),
    money: before.money.plus(counter),
    proceeds: counter,
  };
  const mirror = { side: next.side, price: legPrice(level, next), quantity: wanted(level, next, rules) };
  if (!level.repeat || !isOrderable(mirror.quantity, mirror.price, rules)) return null;
  return side === 'buy' || paysFor({ quantity: rest, price }, mirror, rules.fee) ? mirror : null;
}

/** what the first order brings in pays for the second one that the exchange places by itself. */
export const paysFor = (
  sale: { quantity: Big; price: Big },
  purchase: { quantity: Big; price: Big },
  fee: Big,
): boolean => sale.quantity.times(sale.price).times(ONE.minus(fee)).gte(purchase.quantity.times(purchase.price));
