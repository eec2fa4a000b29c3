import { liveOf } from '../position/books.ts';
import { canGoBack } from '../position/kept-plan.ts';
import type { OrderFact } from '../position/position.ts';
import type { PlannedOrder } from './exit-terms.ts';
import type { Sale } from './market-exits.ts';
import type { LiveGroup, SliceContext } from './slice-context.ts';
import { type Compared, type DesiredGroup, fitting, untied } from './slice-groups.ts';

interface Group {
  orders: PlannedOrder[];
  asList: boolean;
}

export interface Placing extends Group {
  /** Others that go out at the same time, so that none waits for the answer of another. */
  others?: Group[];
}

type SliceStep = { do: 'cancel'; orders: OrderFact[]; because: string } | ({ do: 'place' } & Placing) | null;

export interface PlacedSlices extends Compared {
  context: SliceContext;
}

const isCommon = ({ orders }: LiveGroup): boolean => orders.every(({ leg }) => leg === 'stop-loss');

const cancel = ({ orders }: LiveGroup, because: string): SliceStep => ({ do: 'cancel', orders, because });

const groupOf = ({ orders, asList }: DesiredGroup): Group => ({ orders, asList });

/**
 * EX-14: slice after slice: one is taken down, confirmed, and placed anew before the next one is touched. What has nothing
 * goes out at once, all of it: a lost answer leaves only its own slice without a stop. The first of a plan goes alone while
 * the one before can still be put back. What the exchange did not take just now is waited for: the next one keeps its
 * stop until then. What rests never adds up to more than is open.
 */
export function holdSlices({ context, missing, waiting, stale }: PlacedSlices): SliceStep {
  const isPending = liveOf(context.position, ['take-profit', 'stop-loss']).some(({ state }) => state === 'pending');
  if (isPending) return null;
  const [next, ...rest] = fitting(missing, untied(context));
  const others = canGoBack(context.position, context.intent) ? [] : rest.map(groupOf);
  if (next) return { do: 'place', ...groupOf(next), ...(others.length > 0 && { others }) };
  const [first] = stale;
  return first && waiting.length === 0 ? cancel(first, 'targets changed') : null;
}

/** EX-5: at a target that this server watches the common stop makes way for the slice, and goes back for what is left. */
export function sellSlice({ context, stale }: PlacedSlices, { order }: Sale): SliceStep {
  if (order.quantity.lte(untied(context))) return { do: 'place', orders: [order], asList: false };
  const resting = context.groups.filter(({ isWorking }) => !isWorking);
  const inTheWay = stale[0] ?? resting.find(isCommon) ?? resting.at(-1);
  return inTheWay ? cancel(inTheWay, 'take-profit reached') : null;
}
