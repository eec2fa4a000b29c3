import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { booksOf } from '../../../domain/position/books.ts';
import type { EndReason } from '../../../domain/position/state.ts';
import type { PositionView } from '../store/block-view.store.ts';
import { average } from './figures/filled-part.ts';
import { resultOf } from './figures/result-of.ts';
import type { RowContext } from './figures/row-context.ts';

/** Counter currency that a block which earns base left over: more than a step is worth. */
function leftOverCounter(position: PositionView, { pair }: RowContext): Big | null {
  const { counter, exit } = booksOf(position, pair);
  if (position.counterEarning || exit.quantity.eq(0)) return null;
  return counter.gt(average(exit).times(pair.step)) ? counter : null;
}

/** What an ended block that earns base says of counter currency that is left over; null where there is none. */
export function leftOverCounterText(position: PositionView, end: EndReason | null, context: RowContext): string | null {
  const left = leftOverCounter(position, context);
  const { pair, shown } = context;
  if (!left || resultOf(position, end, context) === null) return null;
  const amount = `${grouped(left.round(Math.max(shown.counterRound, 2), 0))} ${pair.counter}`;
  if (end !== 'take-profit')
    return `${amount} are left over. The result counts them in ${pair.base}, at the price of the exit.`;
  return position.section === 'buy'
    ? null
    : `${amount} of the sale are left over: too little for another order. The result does not count them.`;
}
