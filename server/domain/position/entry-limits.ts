import type { Big } from 'big.js';
import { type Limit, limitsFor, quantityOf } from '#contracts/rules/ladder.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorShare } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../market/pair.ts';
import type { Side } from '#contracts/rules/side.ts';
import { isLive } from './order-state.ts';
import type { OrderFact, Position } from './position.ts';

/** Of the pair, and of the side that the entry is of. */
type Rules = Pick<ExchangePair, 'step' | 'minQuantity' | 'minNotional'> & { side: Side };

/** As many base units at another price; of a purchase no more than the same money pays for. */
const moved = ({ price, quantity }: Limit, to: Big, { side, step }: Rules): Big =>
  side === 'buy' && to.gt(price) ? floorShare(step, quantity.times(price), to) : quantity;

/** What is too small for an order goes with the next farther limit, the last with the one before; never for more money. */
export function joinLimits(limits: readonly Limit[], rules: Rules): Limit[] {
  const joined: Limit[] = [];
  let carried: Limit | null = null;
  for (const limit of limits) {
    const quantity: Big = carried ? limit.quantity.plus(moved(carried, limit.price, rules)) : limit.quantity;
    const whole = { price: limit.price, quantity };
    carried = isOrderable(whole.quantity, whole.price, rules) ? null : whole;
    if (!carried) joined.push(whole);
  }
  const last = carried && joined.pop();
  if (carried && last) joined.push({ ...last, quantity: last.quantity.plus(moved(carried, last.price, rules)) });
  return joined;
}

/** EX-15: a copy has the limits of the main key in the shares of its own quantity; none where all of it is too small. */
export function copyLimits(main: readonly Limit[], quantity: Big, rules: Rules): Limit[] {
  const shares = { prices: main.map(({ price }) => price), parts: main.map((limit) => limit.quantity) };
  return joinLimits(limitsFor(shares, quantity, rules.step), rules);
}

const UNSURE: readonly OrderFact['state'][] = ['unknown', 'sending', 'planned'];

function stateOf(orders: readonly OrderFact[], holds: boolean): OrderFact['state'] {
  const unsure = UNSURE.find((state) => orders.some((order) => order.state === state));
  if (orders.some(({ state }) => isLive(state))) return holds ? 'partly-filled' : (unsure ?? 'open');
  return orders.findLast(({ state }) => state !== 'filled')?.state ?? 'filled';
}

const asked = ({ state, cancelAsked }: OrderFact): boolean => state === 'filled' || cancelAsked;

/**
 * EX-9: the limits of one entry as one order: it is at work as long as one of them is, and what was refused is no part of
 * it. Undefined where there is none yet.
 */
export function limitsAsOne({ price }: Position, placed: readonly OrderFact[]): OrderFact | undefined {
  const taken = placed.filter(({ state }) => state !== 'rejected');
  const last = taken.findLast(({ state }) => isLive(state)) ?? taken.at(-1) ?? placed.at(-1);
  if (!last || taken.length === 0) return last;
  const filled = quantityOf(taken.map((order) => ({ price, quantity: order.filledQuantity })));
  const times = taken.flatMap(({ filledAt }) => (filledAt === null ? [] : [filledAt]));
  return {
    ...last,
    price,
    state: stateOf(taken, filled.gt(0)),
    quantity: quantityOf(taken),
    filledQuantity: filled,
    filledCounterQuantity: taken.reduce((sum, order) => sum.plus(order.filledCounterQuantity), filled.minus(filled)),
    exchangeOrderId: taken.find(({ exchangeOrderId }) => exchangeOrderId !== null)?.exchangeOrderId ?? null,
    cancelAsked: taken.every(asked),
    filledAt: times.length > 0 ? Math.max(...times) : null,
  };
}
