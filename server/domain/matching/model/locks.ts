import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { type Lock, type Order, isAtWork, remaining, spends } from './order.ts';
import { highestTrigger } from './trigger.ts';

/** What the order must have locked while it waits or rests: at its limit, else at its trigger. */
export function needsLocked(order: Order): Big {
  if (order.side === 'SELL') return remaining(order);
  return remaining(order).times(order.price.gt(0) ? order.price : highestTrigger(order));
}

/** The lock of an order that is read back: what it needs, unless it is over or waits for its entry. */
export const restoredLock = (order: Order): Lock => ({
  asset: spends(order),
  amount: isAtWork(order) ? needsLocked(order) : ZERO,
});

/** The two legs of a pair at work share the larger of their locks. */
export function shareLock(legs: readonly Order[]): void {
  const atWork = legs.filter(isAtWork);
  const [first] = atWork;
  if (!first) return;
  const lock = atWork.reduce<Lock>((most, leg) => (leg.lock.amount.gt(most.amount) ? leg.lock : most), first.lock);
  for (const leg of atWork) leg.lock = lock;
}
