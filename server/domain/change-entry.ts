import { isEntryOver } from './entry-expiry.ts';
import { isLegal } from './exits/exit-terms.ts';
import type { DesiredExits } from './exits/plan-exits.ts';
import { liveOf, ofLegs } from './position/books.ts';
import { CHANGED, endedElsewhere, leftOfEntry, toChange } from './position/changed-entry.ts';
import { isLive } from './position/order-state.ts';
import type { OrderFact, Position } from './position/position.ts';
import type { View } from './steps/step.ts';

const FILLED_FIRST = 'The order was filled before it could be changed.';
const ENDED_FIRST = 'The order was ended on the exchange before it could be changed.';
const OVERTAKEN = 'The changed order was not placed: an exit came first.';
const EXPIRED_FIRST = 'The changed order was not placed: its time was over first.';
const TOO_LITTLE = 'What was left of the order is too little for another: it stays at what was filled.';

const EXITS = ['take-profit', 'stop-loss', 'rest', 'close'] as const;

/** What it holds is being sold: it buys no more. */
const isOvertaken = (position: Position, { reachedByServer }: DesiredExits): boolean =>
  position.stopReachedAt !== null ||
  reachedByServer !== null ||
  liveOf(position, ['close']).length > 0 ||
  ofLegs(position, EXITS).some(({ filledQuantity }) => filledQuantity.gt(0));

type Change =
  | { do: 'cancel'; orders: OrderFact[]; because: string }
  | { do: 'place-entry' }
  /** It stays what it is: nothing else takes its place. */
  | { do: 'keep-entry'; because: string };

function whyKept(last: OrderFact, { position, intent, marketContext, plan }: View): string | null {
  if (last.state === 'filled') return FILLED_FIRST;
  if (endedElsewhere(last)) return ENDED_FIRST;
  if (isOvertaken(position, plan)) return OVERTAKEN;
  if (isEntryOver(intent, marketContext.now)) return EXPIRED_FIRST;
  return isLegal(marketContext, leftOfEntry(position), position.price) ? null : TOO_LITTLE;
}

/** A changed entry: what rests is cancelled, and only once its end is known the next is placed, for what is left. */
export function changeEntry(view: View): Change | undefined {
  const { position, intent, plan } = view;
  const last = toChange(position);
  if (!last || intent.ending !== 'none') return undefined;
  if (isLive(last.state))
    return isOvertaken(position, plan) ? undefined : { do: 'cancel', orders: [last], because: CHANGED };
  const because = whyKept(last, view);
  return because === null ? { do: 'place-entry' } : { do: 'keep-entry', because };
}
