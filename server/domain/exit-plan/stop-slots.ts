import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Slice } from './exit-plan.ts';

/** What the exchange still takes of one key on the pair; null is without bound. */
export interface FreeSlots {
  /** Orders that wait for a trigger. */
  algoOrders: number | null;
  orderLists: number | null;
}

/** Who holds what (EX-5). */
export interface Placing {
  /** On the exchange with their target and their stop, each a list. */
  lists: Slice[];
  /** On the exchange with their target alone: there is no stop. */
  targets: Slice[];
  /** One stop on the exchange for all the rest; zero where there is no rest. */
  stopFor: Big;
  /** Their targets are watched by this server. */
  watched: Slice[];
}

const within = (most: number | null, count: number): boolean => most === null || count <= most;

/** A target that trails waits for a trigger as well. */
const slotsOf = (isTrailing: boolean): number => (isTrailing ? 2 : 1);

/**
 * EX-5: as many slices as there are slots go to the exchange whole, nearest first; the last slot is one stop for all the
 * rest. Null where not even that fits.
 */
export function placeSlices(
  slices: readonly Slice[],
  of: { hasStop: boolean; lastTrails: boolean; free: FreeSlots },
): Placing | null {
  const { hasStop, lastTrails, free } = of;
  if (!hasStop) return withoutStop(slices, lastTrails, free);
  const needs = slices.map((_, index) => slotsOf(lastTrails && index === slices.length - 1));
  for (let whole = slices.length; whole >= 0; whole -= 1) {
    const lists = slices.slice(0, whole);
    const rest = slices.slice(whole);
    const used = needs.slice(0, whole).reduce((total, need) => total + need, 0) + (rest.length > 0 ? 1 : 0);
    if (!within(free.algoOrders, used) || !within(free.orderLists, whole)) continue;
    return { lists, targets: [], stopFor: quantityOf(rest), watched: rest };
  }
  return null;
}

/** Targets alone rest as they are; one that trails needs a slot, without which this server watches it. */
function withoutStop(slices: readonly Slice[], lastTrails: boolean, { algoOrders }: FreeSlots): Placing {
  const isWatched = lastTrails && !within(algoOrders, 1);
  const resting = isWatched ? slices.slice(0, -1) : [...slices];
  return { lists: [], targets: resting, stopFor: ZERO, watched: slices.slice(resting.length) };
}

const quantityOf = (slices: readonly Slice[]): Big =>
  slices.reduce((total, { quantity }) => total.plus(quantity), ZERO);

/** EX-5: said before the entry is placed. */
export const noSlotSentence = (pair: string, most: number): string =>
  `${pair} has no free stop order left on this key (${most} of ${most}). Close or join blocks, or trade without a stop.`;
