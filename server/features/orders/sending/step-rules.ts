import type { OrderStep } from '../../../domain/steps/step.ts';
import { CHANGED } from '../../../domain/position/changed-entry.ts';
import { hasExits } from '../../../domain/position/exits.ts';
import { isAtOnceOrNever } from '../../../domain/position/followed-deal.ts';
import type { OpenKey } from '../../keys/index.ts';
import { intentOf } from '../intent.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { NewOrder } from '../store/work.store.ts';
import type { Drafted } from '../../../domain/position/entry-orders.ts';

/** Binance's code for money that is not there. */
const REFUSED_FOR_FUNDS = -2010;

/** A position that a step is about, as it was read. */
export interface PositionContext {
  view: BlockView;
  position: PositionView;
  key: OpenKey;
}

/** `waits`: not sent, since the exchange takes no orders just now. */
export type Outcome = 'done' | 'refused' | 'unknown' | 'waits';

export const isShortOfFunds = ({ code, message }: { code: number; message: string }): boolean =>
  code === REFUSED_FOR_FUNDS && /insufficient balance/i.test(message);

/** An entry's targets go with it, in no order that could be relied on. */
export const isExit = (rows: readonly NewOrder[]): boolean => rows.every(({ leg }) => leg !== 'entry');

/** Ends a position whole, at the market's price of now: what its owner asked for is not done at a later one. */
export const isClose = (rows: readonly NewOrder[]): boolean => rows.some(({ leg }) => leg === 'close');

/** A changed entry stands in for one that rested: it is sent again, as exits are. */
export const isRepeated = ({ position }: PositionContext, rows: readonly NewOrder[]): boolean =>
  isExit(rows) || position.row.changedEntry > 0;

/** A sell block's stop or close may buy back for more than the sale brought in: funds that it never held may be short. */
export const mayCostMore = ({ view, position }: PositionContext): boolean =>
  position.section === 'sell' && (view.intent.stop !== null || view.intent.ending === 'close');

/** Repeats what was traded directly on the exchange. */
export function isFollowing(
  { view: { block, positions }, position }: PositionContext,
  [row]: readonly NewOrder[],
): boolean {
  const [main] = positions;
  if (block.origin !== 'outside' || !main || main.id === position.id || !row) return false;
  return isAtOnceOrNever(main, {
    leg: row.leg,
    type: row.type ?? 'limit',
    price: row.price,
    attempt: row.attempt ?? 1,
  });
}

const WITHOUT_ORDER: ReadonlySet<OrderStep['do']> = new Set([
  'finish',
  'note-stop',
  'note-facts',
  'drop',
  'keep-entry',
]);

/** Sends an order, or takes one down to send another: while trading is off, what protects a position stays where it is. */
export function leadsToOrder({ view, position }: PositionContext, step: OrderStep): boolean {
  if (step.do !== 'cancel') return !WITHOUT_ORDER.has(step.do);
  if (step.because === CHANGED) return true;
  const intent = intentOf(view, position);
  const isReplaced = intent.ending === 'close' || hasExits(intent);
  return isReplaced && step.orders.some(({ leg }) => leg !== 'entry');
}

/** Sends an order that ends or protects the position, or takes down what does so to send another. */
export const leadsToExit = (context: PositionContext, step: OrderStep): boolean =>
  step.do === 'place' || (step.do === 'cancel' && step.because !== CHANGED && leadsToOrder(context, step));

export interface Batch {
  orders: readonly Drafted[];
  asList: boolean;
}

/** Of several orders: one whose fate is not known is waited for first. */
export const worstOf = (outcomes: readonly Outcome[]): Outcome =>
  (['unknown', 'refused'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'done';

export const isNotRefused = (outcome: Outcome): boolean => outcome !== 'refused';
