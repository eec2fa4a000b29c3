import { liveOf } from '../position/books.ts';
import type { OrderFact } from '../position/position.ts';
import type { PlannedOrder } from './exit-terms.ts';
import type { Sale } from './market-exits.ts';
import type { LiveGroup, SliceContext } from './slice-context.ts';
import { type Compared, untied } from './slice-groups.ts';

type SliceStep =
  | { do: 'cancel'; orders: OrderFact[]; because: string }
  | { do: 'place'; orders: PlannedOrder[]; asList: boolean }
  | null;

export interface PlacedSlices extends Compared {
  context: SliceContext;
}

const isCommon = ({ orders }: LiveGroup): boolean => orders.every(({ leg }) => leg === 'stop-loss');

const cancel = ({ orders }: LiveGroup, because: string): SliceStep => ({ do: 'cancel', orders, because });

/**
 * EX-14: slice after slice: one is taken down, confirmed, and placed anew before the next one is touched. What rests never
 * adds up to more than is open.
 */
export function holdSlices({ context, missing, stale }: PlacedSlices): SliceStep {
  const isPending = liveOf(context.position, ['take-profit', 'stop-loss']).some(({ state }) => state === 'pending');
  if (isPending) return null;
  const free = untied(context);
  const next = missing.find(({ quantity }) => quantity.lte(free));
  if (next) return { do: 'place', orders: next.orders, asList: next.asList };
  const [first] = stale;
  return first ? cancel(first, 'targets changed') : null;
}

/** EX-5: at a target that this server watches the common stop makes way for the slice, and goes back for what is left. */
export function sellSlice({ context, stale }: PlacedSlices, { order }: Sale): SliceStep {
  if (order.quantity.lte(untied(context))) return { do: 'place', orders: [order], asList: false };
  const resting = context.groups.filter(({ isWorking }) => !isWorking);
  const inTheWay = stale[0] ?? resting.find(isCommon) ?? resting.at(-1);
  return inTheWay ? cancel(inTheWay, 'take-profit reached') : null;
}
