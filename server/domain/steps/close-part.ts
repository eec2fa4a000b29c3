import { isAt } from '../exits/hold-whole.ts';
import { liveOf } from '../position/books.ts';
import { partsBeyond, partsOf } from '../position/parts.ts';
import type { OrderFact } from '../position/position.ts';
import { isEnded } from './end-position.ts';
import type { Rule, View } from './step.ts';

/** Written down, and not sent yet. */
export const isPlanned = ({ state }: OrderFact): boolean => state === 'planned';

export const plannedParts = ({ position, intent }: View): OrderFact[] =>
  intent.ending === 'close' ? [] : partsOf(position).filter(isPlanned);

const GONE = 'Less is left than was to be closed: this part was not sold.';
const HALTED = 'The pair does not trade any more: this part was not sold.';
const STOPPED = 'The stop loss was reached first: all of it is sold.';

/** A part is sold of what is there at once, or not at all: it does not wait for a pair to trade again. */
export const dropPart: Rule = (view) => {
  const planned = plannedParts(view);
  if (planned.length === 0) return undefined;
  const { position, plan, marketContext } = view;
  if (marketContext.pair.status !== 'trading') return { do: 'drop', orders: planned, because: HALTED };
  if (position.stopReachedAt !== null && plan.reachedByServer) return { do: 'drop', orders: planned, because: STOPPED };
  const beyond = isEnded(view) ? planned : partsBeyond(position, plan.open);
  return beyond.length > 0 ? { do: 'drop', orders: beyond, because: GONE } : undefined;
};

/** What rests leaves a planned part free, to the step. */
const leavesParts = (view: View, targets: readonly OrderFact[]): boolean =>
  plannedParts(view).length > 0 &&
  targets.every((live) =>
    view.plan.orders.some(
      (planned) => isAt(live, planned) && live.quantity.eq(planned.quantity) && live.filledQuantity.eq(0),
    ),
  );

/** What is to be sold is tied up by targets as long as they rest. */
export const makeRoom: Rule = (view) => {
  const { position } = view;
  const targets = liveOf(position, ['take-profit', 'stop-loss', 'rest']).filter((order) => !isPlanned(order));
  const isWaiting = liveOf(position, ['close']).some(isPlanned);
  if (!isWaiting || targets.length === 0 || leavesParts(view, targets)) return undefined;
  return { do: 'cancel', orders: targets, because: 'closing' };
};
