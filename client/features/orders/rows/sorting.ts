import { type Sort, SORTS, TARGET_STATES, type TargetState } from '#contracts/order-lists.ts';

/** Sorting as in the address and in the API. */
export interface Sorting {
  sort: Sort;
  direction: 'asc' | 'desc';
  /** Target state listed first when sorting by targets; null otherwise. */
  targets: TargetState | null;
}

export const NEWEST_FIRST: Sorting = { sort: 'date', direction: 'desc', targets: null };

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((value) => value === text);

export function readSorting(search: URLSearchParams): Sorting {
  const sort = oneOf(SORTS, search.get('sort')) ?? NEWEST_FIRST.sort;
  const direction = search.get('direction') === 'asc' ? 'asc' : 'desc';
  return {
    sort,
    direction,
    targets: sort === 'targets' ? (oneOf(TARGET_STATES, search.get('targets')) ?? 'both') : null,
  };
}

/** API parameters; the default order has none, so that its cache entry is shared. */
export function rowsParams({ sort, direction, targets }: Sorting, page: number) {
  const isNewestFirst = sort === NEWEST_FIRST.sort && direction === NEWEST_FIRST.direction;
  return { page, ...(isNewestFirst ? {} : { sort, direction, ...(targets && { targets }) }) };
}

/** Default values are left out of the address. */
export function writeSorting(search: URLSearchParams, { sort, direction, targets }: Sorting): URLSearchParams {
  const next = new URLSearchParams(search);
  const words = {
    sort: sort === NEWEST_FIRST.sort ? null : sort,
    direction: direction === 'asc' ? direction : null,
    targets,
  };
  for (const [name, word] of Object.entries(words)) {
    if (word === null) next.delete(name);
    else next.set(name, word);
  }
  return next;
}

/** A path with the sorting of `search`. */
export function sortedPath(path: string, search: URLSearchParams): string {
  const [place = '', query] = path.split('?');
  return `${place}?${writeSorting(new URLSearchParams(query), readSorting(search)).toString()}`;
}

/** Initial direction of a sorting. */
export const sortedBy = (sort: Sort): Sorting => ({
  sort,
  direction: 'desc',
  targets: sort === 'targets' ? TARGET_STATES[0] : null,
});

/** Reverses the direction, or goes on to the next target state. */
export function turned({ sort, direction, targets }: Sorting): Sorting {
  if (targets === null) return { sort, targets, direction: direction === 'asc' ? 'desc' : 'asc' };
  const next = (TARGET_STATES.indexOf(targets) + 1) % TARGET_STATES.length;
  return { sort, direction, targets: TARGET_STATES[next] ?? TARGET_STATES[0] };
}

/** Repeated presses: descending, ascending, then back to the newest first; targets cycle through four states. */
export function nextSorting(now: Sorting, pressed: Sort): Sorting {
  if (now.sort !== pressed) return sortedBy(pressed);
  const isLast = now.targets === null ? now.direction === 'asc' : now.targets === TARGET_STATES.at(-1);
  return isLast ? NEWEST_FIRST : turned(now);
}
