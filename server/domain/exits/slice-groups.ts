import type { Big } from 'big.js';
import { totalOf } from '../exit-plan/cut-plan.ts';
import type { Slice } from '../exit-plan/exit-plan.ts';
import { type FreeSlots, placeSlices } from '../exit-plan/stop-slots.ts';
import type { PlannedOrder } from './exit-terms.ts';
import { isAt } from './hold-whole.ts';
import { isTooSoon, orderAt, refusedBefore, refusedWhole } from './resting-exits.ts';
import type { OrderFact } from '../position/position.ts';
import type { LiveGroup, SliceContext } from './slice-context.ts';

/** Orders that are to rest on the exchange: a target with its stop, or one by itself. */
export interface DesiredGroup {
  orders: PlannedOrder[];
  asList: boolean;
  quantity: Big;
}

const NO_END = { algoOrders: null, orderLists: null };

/** The number of the target at whose price a slice goes out. */
export const numberOf = ({ plan }: Pick<SliceContext, 'plan'>, { takeProfit }: Slice): number =>
  plan.targets.findIndex(({ price }) => price.eq(takeProfit)) + 1;

function groupOf(orders: (PlannedOrder | null)[], target: number): DesiredGroup[] {
  const placed = orders.filter((order) => order !== null).map((order) => Object.assign(order, { target }));
  const [first] = placed;
  if (!first || placed.length < orders.length) return [];
  return [{ orders: placed, asList: placed.length > 1, quantity: first.quantity }];
}

/** EX-7: the exchange follows the market where it can; else it gets the price to stop at. */
function stopAt(context: SliceContext, price: Big, whole: Big): PlannedOrder | null {
  const order = orderAt(context, 'stop-loss', { price, whole });
  const follows = context.stop?.follows;
  return order && follows?.byExchange ? { ...order, trailingDelta: follows.delta } : order;
}

function listOf(context: SliceContext, slice: Slice, stop: Big): DesiredGroup[] {
  const { quantity: whole, takeProfit } = slice;
  const legs = [orderAt(context, 'take-profit', { price: takeProfit, whole }), stopAt(context, stop, whole)];
  return groupOf(legs, numberOf(context, slice));
}

/** These slices with their stop each, and one stop for all the rest. */
function arranged(context: SliceContext, stop: Big, lists: readonly Slice[]): DesiredGroup[] {
  const { slices, plan } = context;
  const rest =
    plan.targets.length === 0 ? waitingOf(context) : totalOf(slices.filter((slice) => !lists.includes(slice)));
  return [...lists.flatMap((slice) => listOf(context, slice, stop)), ...groupOf([stopAt(context, stop, rest)], 0)];
}

const isRefused = (context: SliceContext, { orders, asList }: DesiredGroup): boolean =>
  asList ? refusedWhole(context, orders) : orders.some((order) => refusedBefore(context, order));

/** What the exchange takes of this position besides what others have. */
const freeOf = ({ marketContext: { free, pair } }: SliceContext): FreeSlots => ({
  ...(free ?? NO_END),
  ...(pair.lists.has('oco') ? {} : { orderLists: 0 }),
});

/** What rests of its own. The exchange lets it stand, even where it takes fewer by now. */
function ownSlots({ groups }: SliceContext) {
  const resting = groups.filter(({ isWorking, orders }) => !isWorking && orders.some(({ leg }) => leg === 'stop-loss'));
  return { algoOrders: resting.length, orderLists: resting.filter(({ orders }) => orders.length > 1).length };
}

const atLeast = (most: number | null, own: number): number | null => (most === null ? null : Math.max(most, own));

/** Within so many slots; what the exchange has refused before is arranged another way. */
function arrangedWithin(context: SliceContext, stop: Big, free: FreeSlots): DesiredGroup[] {
  const { slices } = context;
  const most = placeSlices(slices, { hasStop: true, lastTrails: false, free })?.lists.length ?? 0;
  const isTaken = (groups: readonly DesiredGroup[]) => groups.every((group) => !isRefused(context, group));
  // What was refused has the common stop; the others keep what they have.
  const others = slices.filter((slice) => isTaken(listOf(context, slice, stop))).slice(0, most);
  const bySlice = arranged(context, stop, others);
  if (isTaken(bySlice)) return bySlice;
  for (let count = most; count >= 0; count -= 1) {
    const groups = arranged(context, stop, slices.slice(0, count));
    if (isTaken(groups)) return groups;
  }
  return arranged(context, stop, slices.slice(0, most)).filter((group) => !isRefused(context, group));
}

/** EX-5: what is to rest, within the slots there are. */
export function desiredGroups(context: SliceContext): DesiredGroup[] {
  const { slices, stop } = context;
  if (!stop)
    return slices
      .flatMap((slice) =>
        groupOf(
          [orderAt(context, 'take-profit', { price: slice.takeProfit, whole: slice.quantity })],
          numberOf(context, slice),
        ),
      )
      .filter((group) => !isRefused(context, group));
  const [free, own] = [freeOf(context), ownSlots(context)];
  const asItRests = {
    algoOrders: atLeast(free.algoOrders, own.algoOrders),
    orderLists: atLeast(free.orderLists, own.orderLists),
  };
  if (asItRests.algoOrders === free.algoOrders && asItRests.orderLists === free.orderLists)
    return arrangedWithin(context, stop.at, free);
  const groups = arrangedWithin(context, stop.at, asItRests);
  const { missing, waiting, stale } = compared(context, groups);
  return missing.length + waiting.length + stale.length === 0 ? groups : arrangedWithin(context, stop.at, free);
}

/** A stop that the exchange follows already is left alone: another one would begin anew from a lower price. */
const isFollowed = ({ leg, trailingDelta }: OrderFact, planned: PlannedOrder, delta: number | null): boolean =>
  leg === 'stop-loss' && planned.leg === leg && delta !== null && trailingDelta === delta;

const matches = ({ orders, left, isWorking }: LiveGroup, group: DesiredGroup, delta: number | null): boolean =>
  !isWorking &&
  orders.length === group.orders.length &&
  left.eq(group.quantity) &&
  group.orders.every((planned) => orders.some((live) => isAt(live, planned) || isFollowed(live, planned, delta)));

export interface Compared {
  /** To be placed. */
  missing: DesiredGroup[];
  /** The same, once the pause is over after which one of them is sent again: nothing makes way for it until then. */
  waiting: DesiredGroup[];
  /** To be taken down. */
  stale: LiveGroup[];
}

/** The exchange takes no stop any more: what is taken down now would be gone, where nothing else needs its coins. */
const isKept = (context: SliceContext): boolean =>
  freeOf(context).algoOrders === 0 && ownSlots(context).algoOrders > 0 && untied(context).gte(0);

/** What rests compared with what is to rest; an order that has begun to trade is neither. */
export function compared(context: SliceContext, desired: readonly DesiredGroup[]): Compared {
  const { groups, stop } = context;
  if (stop && isKept(context)) return { missing: [], waiting: [], stale: [] };
  const missing = [...desired];
  const delta = stop?.follows?.delta ?? null;
  const stale = groups.filter((group) => {
    if (group.isWorking) return false;
    const found = missing.findIndex((each) => matches(group, each, delta));
    if (found >= 0) missing.splice(found, 1);
    return found < 0;
  });
  const mayGo = missing.filter(({ orders }) => !isTooSoon(context, orders));
  const ready = mayGo.length < missing.length ? fitting(mayGo, untied(context)) : mayGo;
  return { missing: ready, waiting: missing.filter((group) => !ready.includes(group)), stale };
}

/** Open quantity that no working order sells. */
export const waitingOf = ({ open, groups }: Pick<SliceContext, 'open' | 'groups'>): Big =>
  groups.filter(({ isWorking }) => isWorking).reduce((waiting, { left }) => waiting.minus(left), open);

/** Open quantity that no order on the exchange ties up. */
export const untied = ({ open, groups }: Pick<SliceContext, 'open' | 'groups'>): Big =>
  groups.reduce((free, { left }) => free.minus(left), open);

/** As many as fit together into what nothing ties up, nearest first. */
export function fitting(missing: readonly DesiredGroup[], free: Big): DesiredGroup[] {
  let left = free;
  return missing.filter(({ quantity }) => {
    if (quantity.gt(left)) return false;
    left = left.minus(quantity);
    return true;
  });
}
