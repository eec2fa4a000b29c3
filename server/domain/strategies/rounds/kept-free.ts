import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { isLive } from '../../position/order-state.ts';
import type { Amounts } from './run-books.ts';
import { ownedBy, type RunFacts, type RunOrder } from './run-facts.ts';

/** What waits for another order locks nothing yet. */
const isLocking = ({ state }: RunOrder): boolean => isLive(state) && state !== 'pending';

const lockedBy = ({ side, quantity, filledQuantity, price }: RunOrder): Amounts => {
  const rest = quantity.minus(filledQuantity);
  return side === 'buy' ? { base: ZERO, counter: rest.times(price) } : { base: rest, counter: ZERO };
};

/** `known` is below 0. */
const moreThan = (known: Big, spent: Big): Big => max(ZERO, spent.plus(known));

/** Spent by the exchange's word, though its trades are not known yet. */
const untoldBy = ({ side, filledQuantity, price, base, counter }: RunOrder): Amounts =>
  side === 'buy'
    ? { base: ZERO, counter: moreThan(counter, filledQuantity.times(price)) }
    : { base: moreThan(base, filledQuantity), counter: ZERO };

const positive = ({ base, counter }: Amounts): Amounts => ({ base: max(ZERO, base), counter: max(ZERO, counter) });

/** C-5: what a run owns that no order of it locks. */
export function keptFree(facts: Pick<RunFacts, 'given' | 'taken' | 'orders' | 'folded'>): Amounts {
  const { orders } = facts;
  const taken = [
    ...orders.filter(isLocking).map(lockedBy),
    ...orders.filter(({ isBooked }) => !isBooked).map(untoldBy),
  ];
  return positive(
    taken.reduce<Amounts>(
      (left, each) => ({ base: left.base.minus(each.base), counter: left.counter.minus(each.counter) }),
      ownedBy(facts),
    ),
  );
}
