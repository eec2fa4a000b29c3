import { type Sort, SORTS, TARGET_STATES, type TargetState } from '#contracts/orders.ts';

/** How the rows are ordered, as the server is asked for it and as the address keeps it. */
export interface Sorting {
  sort: Sort;
  direction: 'asc' | 'desc';
  /** Which blocks come first when sorted by their targets; null when sorted otherwise. */
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

/** The address with this sorting; one that needs no words has none. */
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

/** A link to the page as `search` has its rows sorted. */
export function sortedPath(path: string, search: URLSearchParams): string {
  const [place = '', query] = path.split('?');
  return `${place}?${writeSorting(new URLSearchParams(query), readSorting(search)).toString()}`;
}

/** A sorting as it begins. */
export const sortedBy = (sort: Sort): Sorting => ({
  sort,
  direction: 'desc',
  targets: sort === 'targets' ? TARGET_STATES[0] : null,
});

/** The other way round; targets go on to their next state. */
export function turned({ sort, direction, targets }: Sorting): Sorting {
  if (targets === null) return { sort, targets, direction: direction === 'asc' ? 'desc' : 'asc' };
  const next = (TARGET_STATES.indexOf(targets) + 1) % TARGET_STATES.length;
  return { sort, direction, targets: TARGET_STATES[next] ?? TARGET_STATES[0] };
}

/** A column pressed again and again: down, up, and back to the newest first; targets go through their four states. */
export function nextSorting(now: Sorting, pressed: Sort): Sorting {
  if (now.sort !== pressed) return sortedBy(pressed);
  const isLast = now.targets === null ? now.direction === 'asc' : now.targets === TARGET_STATES.at(-1);
  return isLast ? NEWEST_FIRST : turned(now);
}
