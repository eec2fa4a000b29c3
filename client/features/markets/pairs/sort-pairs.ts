import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { DayStats } from '#contracts/market-data.ts';
import { dayChange } from '../day-change.ts';

export const PAIR_COLUMNS = ['name', 'price', 'change', 'volume'] as const;
export type PairColumn = (typeof PAIR_COLUMNS)[number];
export interface PairSorting {
  column: PairColumn;
  descending: boolean;
}

export interface PairFigures {
  price: Big | null;
  change: Big | null;
  volume: Big | null;
}

export function figuresOf(stats: readonly DayStats[]): ReadonlyMap<string, PairFigures> {
  return new Map(
    stats.map(({ name, price, open, volume }) => [name, { price, change: dayChange(price, open), volume }]),
  );
}

/** Names begin with A, figures with the largest; a second press turns the order round. */
export const nextSorting = (before: PairSorting | null, column: PairColumn): PairSorting =>
  before?.column === column ? { column, descending: !before.descending } : { column, descending: column !== 'name' };

/** Pairs without a figure come last, whichever way it is sorted. */
function byFigure(one: Big | null | undefined, other: Big | null | undefined, descending: boolean): number {
  if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
  return descending ? other.cmp(one) : one.cmp(other);
}

/** In the order of a column, favorites before the others; as they are without one. */
export function sortPairs(
  pairs: readonly Pair[],
  sorting: PairSorting | null,
  { figures, favorites }: { figures: ReadonlyMap<string, PairFigures>; favorites: ReadonlySet<string> },
): readonly Pair[] {
  if (!sorting) return pairs;
  const { column, descending } = sorting;
  const byColumn = (one: Pair, other: Pair): number => {
    if (column === 'name') return one.name.localeCompare(other.name) * (descending ? -1 : 1);
    return byFigure(figures.get(one.name)?.[column], figures.get(other.name)?.[column], descending);
  };
  const rank = ({ name }: Pair): number => (favorites.has(name) ? 0 : 1);
  return pairs.toSorted((one, other) => rank(one) - rank(other) || byColumn(one, other));
}
