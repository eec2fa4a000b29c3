import { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { entryOf } from '../../../domain/position/books.ts';
import type { Intent, OrderFact } from '../../../domain/position/position.ts';
import { intentOf } from '../intent.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';

/** M-14: a copy that was not sent so long after its deal is late, and is not sent any more. Ms. */
export const SEND_WITHIN = 30_000;
/** So it is once the market has moved so far from where it stood at the deal, either way. */
const MOST_DRIFT = new Big('0.005');

export const NOT_REPEATED = "The main key's order was refused: there is no deal to repeat.";
export const TOO_LATE =
  'This copy could not be sent within 30 s of the deal: a late one might cost more than it is worth.';
const NOT_SENT_IN_TIME = 'This order could not be sent within 30 s of your press and was not placed.';
const ENDED = 'The deal was ended before this copy was sent.';

interface PositionContext {
  view: BlockView;
  position: PositionView;
}

/** What became of the main key's entry, as far as its copies depend on it. */
export function mainEntry({ positions: [main] }: BlockView): 'taken' | 'refused' | 'unsure' {
  const state = main && entryOf(main)?.state;
  if (!state || ['planned', 'sending', 'unknown'].includes(state)) return 'unsure';
  return state === 'rejected' ? 'refused' : 'taken';
}

const isEnded = ({ leg }: OrderFact, ending: Intent['ending']): boolean =>
  leg === 'entry' ? ending !== 'none' : ending === 'close';
const isWithdrawn = ({ leg, attempt }: OrderFact, withdrawn: Intent['withdrawn']): boolean =>
  leg === 'close' && (withdrawn?.has(attempt) ?? false);

/** Why an order that is planned is not sent any more; null while it may be. `market` is the last price. */
export function whyNotSent(
  { view, position }: PositionContext,
  of: { order: OrderFact; main: 'taken' | 'refused'; market: Big | null; now: number },
): string | null {
  if (of.main === 'refused') return NOT_REPEATED;
  const { ending, withdrawn } = intentOf(view, position);
  if (isEnded(of.order, ending) || isWithdrawn(of.order, withdrawn)) return ENDED;
  const isMain = position.row.ordinal === 0;
  const isAnywhere = isMain || of.order.type === 'market' || position.row.retriedAt > 0;
  if (of.now >= (position.row.sendBefore ?? Infinity)) return isMain ? NOT_SENT_IN_TIME : TOO_LATE;
  // A limit of the owner's own, or a copy that they asked for again, is placed wherever the price is; a part is closed so.
  return isAnywhere ? null : driftFault(view.block.marketPrice, of.market);
}

export function driftFault(then: Big | null, now: Big | null): string | null {
  if (!then || !now || now.minus(then).abs().div(then).lte(MOST_DRIFT)) return null;
  return `The price has moved from ${grouped(then)} to ${grouped(now)} since the deal, more than the 0.5% that a copy may be late by.`;
}
