/** When deals were opened, UTC epoch ms, by their numbers. */
export type Openings = ReadonlyMap<number, number>;
type Opening = readonly [number: number, openedAt: number];

const inTime = (openings: Openings): Opening[] => [...openings].toSorted(([, one], [, other]) => one - other);

/** The one that was opened nearest to this time, the earlier of two; `openings` in their time. */
function nearest(openings: readonly Opening[], time: number): Opening | undefined {
  let [from, to] = [0, openings.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((openings[middle]?.[1] ?? 0) < time) from = middle + 1;
    else to = middle;
  }
  const [before, after] = [openings[from - 1], openings[from]];
  return before && after ? (time - before[1] <= after[1] - time ? before : after) : (before ?? after);
}

/** Numbers of two deals of which each is the nearest one to the other. */
function pairs(here: readonly Opening[], there: readonly Opening[]): [there: number, here: number][] {
  return there.flatMap((opening): [number, number][] => {
    const mine = nearest(here, opening[1]);
    return mine && nearest(there, mine[1]) === opening ? [[opening[0], mine[0]]] : [];
  });
}

/**
 * which deal here each deal of the replay is: one that was refused or missed shifts the numbers of those after it.
 * Deals that traded come first; another one is the deal of the replay next to it, where that is left.
 */
export function sameDeals(
  here: Openings,
  there: Openings,
  hasTraded: (number: number) => boolean,
): ReadonlyMap<number, number> {
  const { traded = [], idle = [] } = Object.groupBy(inTime(here), ([number]) =>
    hasTraded(number) ? 'traded' : 'idle',
  );
  const replayed = inTime(there);
  return new Map([...pairs(idle, replayed), ...pairs(traded, replayed)]);
}
