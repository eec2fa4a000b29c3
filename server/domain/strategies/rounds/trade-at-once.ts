import type { Big } from 'big.js';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { SECOND } from '#contracts/rules/time.ts';
import { isLive } from '../../position/order-state.ts';
import { beginLevels } from './begin-levels.ts';
import { nextTryAt } from './ending-orders.ts';
import { startPrice } from './grid-size.ts';
import type { GridLevel } from './level.ts';
import {
  LOOK_AGAIN,
  nextAttempt,
  ofLevel,
  ownedBy,
  type PlacedOrder,
  purseOf,
  type RunContext,
  type RunDecision,
  type RunFacts,
  type RunLevel,
  type RunOrder,
} from './run-facts.ts';

const ATTEMPTS = 3;
const BETWEEN_ATTEMPTS = 5 * SECOND;

/** Attempts of before a run's state began do not count: its owner has let it go on since. */
const sinceItsState = (orders: readonly RunOrder[], { stateSince }: RunFacts): RunOrder[] =>
  orders.filter(({ updatedAt }) => updatedAt >= stateSince);

/** When the next order of such a trade is due; null where a start has been tried for often enough. What ends goes on trying. */
function dueAt(tried: readonly RunOrder[], facts: RunFacts, leg: PlacedOrder['leg']): number | null {
  if (leg === 'stop') return nextTryAt(tried);
  const short = sinceItsState(tried, facts).filter(({ state }) => state !== 'filled');
  if (short.length >= ATTEMPTS) return null;
  return short.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), -Infinity) + BETWEEN_ATTEMPTS;
}

/** A trade that is made at once: at the start, or once all else has ended. */
function atOnce(
  facts: RunFacts,
  of: Pick<PlacedOrder, 'leg' | 'side' | 'type' | 'price'> & { rest: Big },
  { mayOrder, isTrading, now, rules }: RunContext,
): RunDecision | null {
  const { rest, ...terms } = of;
  const tried = ofLevel(facts, 0).filter(({ leg }) => leg === terms.leg);
  if (tried.some(({ state }) => isLive(state))) return { steps: [], again: now + LOOK_AGAIN };
  const quantity = floorTo(rules.step, rest);
  const due = dueAt(tried, facts, terms.leg);
  if (due === null || !isOrderable(quantity, terms.price, rules)) return null;
  if (!mayOrder || !isTrading) return { steps: [], again: now + LOOK_AGAIN };
  if (now < due) return { steps: [], again: due };
  const order = { ...terms, quantity, level: 0, turn: 0, attempt: nextAttempt(tried, 0, terms.leg) };
  return { steps: [{ do: 'place', order }], again: null };
}

const sumOf = (orders: readonly RunOrder[], of: 'base' | 'counter' | 'filledQuantity'): Big =>
  orders.reduce((sum, order) => sum.plus(order[of]), ZERO);

/** C-20: a level that was written down with what it begins with keeps it. */
const plannedOf = ({ level, start }: RunLevel): GridLevel =>
  start.base.gt(0) || start.counter.gt(0) ? { ...level, begins: start } : level;

/** coins first, then what each level begins with. */
export function begin(facts: RunFacts, context: RunContext): RunDecision {
  const { startOrder } = facts;
  const orders = ofLevel(facts, 0).filter(({ leg }) => leg === 'start');
  if (startOrder) {
    const rest = startOrder.quantity.minus(sumOf(orders, 'filledQuantity'));
    const { side, price } = startOrder;
    const trading = atOnce(facts, { leg: 'start', side, type: 'ioc', price, rest }, context);
    if (trading) return trading;
  }
  const tried = sinceItsState(orders, facts);
  if (tried.length > 0 && tried.every(({ state }) => state === 'rejected'))
    return attention(tried.at(-1)?.reason ?? 'The exchange refused the start.');
  const plan = { levels: facts.levels.map(plannedOf), startOrder, given: purseOf(facts) };
  const moved = { base: sumOf(orders, 'base'), counter: sumOf(orders, 'counter') };
  return { steps: [{ do: 'begin', levels: beginLevels(plan, moved, context.rules) }], again: null };
}

const attention = (reason: string): RunDecision => ({ steps: [{ do: 'move', to: 'attention', reason }], again: null });

/** C-9: what a run that ends trades once its orders are down; null where it is done. */
export function endTrade(facts: RunFacts, context: RunContext): RunDecision | null {
  const { rules, last, marketMost, now } = context;
  const { base, counter } = ownedBy(facts);
  if (facts.ending === 'keep' || facts.ending === null || context.isGone) return null;
  if (!last) return { steps: [], again: now + LOOK_AGAIN };
  if (facts.ending === 'sell') {
    const price = ceilTo(rules.tick, last);
    const rest = marketMost ? min(base, marketMost) : base;
    return atOnce(facts, { leg: 'stop', side: 'sell', type: 'market', price, rest }, context);
  }
  const price = startPrice(last, rules.tick);
  return atOnce(facts, { leg: 'stop', side: 'buy', type: 'ioc', price, rest: counter.div(price) }, context);
}
