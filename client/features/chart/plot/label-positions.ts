export interface LabelPosition {
  id: string;
  x: number;
  y: number;
  /** Edge beyond which the price lies; '' if in view. */
  edge: 'above' | 'below' | '';
}

const LABEL_HEIGHT = 24;
const FROM_SIDE = 4;
const FROM_EDGE = LABEL_HEIGHT / 2 + 2;

interface Wanted {
  id: string;
  /** Null while not drawn. */
  y: number | null;
  /** Pixels. */
  width: number;
}

interface Size {
  width: number;
  height: number;
}

type Taken = LabelPosition & { end: number };

/** A label that stands further from its price would seem to name another. */
const MOST_ROWS = 2;
/** Room at the bottom right for the number of labels that have none. */
const MORE_WIDTH = 112;

/** Candidate rows by distance from this one, within the chart. */
function rowsFrom(y: number, height: number): number[] {
  const steps = Array.from({ length: MOST_ROWS + 1 }, (_, step) => [y + step * LABEL_HEIGHT, y - step * LABEL_HEIGHT]);
  return [...new Set(steps.flat())].filter((row) => row >= FROM_EDGE && row <= height - FROM_EDGE);
}

/** The leftmost free position in a row; undefined if there is none. */
function freeIn(row: number, taken: readonly Taken[], { label, chart }: { label: number; chart: number }) {
  const near = taken.filter((other) => Math.abs(other.y - row) < LABEL_HEIGHT);
  const ends = near.map(({ end }) => end + FROM_SIDE).toSorted((one, other) => one - other);
  const fits = (x: number) =>
    (x === FROM_SIDE || x + label <= chart) && near.every((other) => x >= other.end || x + label <= other.x);
  return [FROM_SIDE, ...ends].find(fits);
}

const edgeOf = (y: number, height: number): LabelPosition['edge'] => (y < 0 ? 'above' : y > height ? 'below' : '');

function place(wanted: readonly Wanted[], { width, height }: Size, taken: readonly Taken[]): LabelPosition[] {
  const placed: Taken[] = [];
  const shown = wanted.flatMap(({ id, y, width: label }) =>
    y === null ? [] : [{ id, y, label, edge: edgeOf(y, height) }],
  );
  // Prices in view come first.
  const order = shown.toSorted((one, other) => one.edge.length - other.edge.length || one.y - other.y);
  for (const { id, y, label, edge } of order) {
    const at = Math.min(Math.max(y, FROM_EDGE), Math.max(height - FROM_EDGE, FROM_EDGE));
    const [free] = rowsFrom(at, height).flatMap((row) => {
      const x = freeIn(row, [...placed, ...taken], { label, chart: width });
      return x === undefined ? [] : [{ x, y: row }];
    });
    if (free) placed.push({ id, ...free, edge, end: free.x + label });
  }
  return placed.map(({ id, x, y, edge }) => ({ id, x, y, edge }));
}

/**
 * Positions labels at the left edge at their prices, or at the top or bottom for prices out of view. A label that would
 * overlap moves to the right or to a row nearby. Without room it is left out and counted.
 */
export function labelPositions(wanted: readonly Wanted[], size: Size): { placed: LabelPosition[]; omitted: number } {
  const due = wanted.filter(({ y }) => y !== null).length;
  const all = place(wanted, size, []);
  if (all.length === due) return { placed: all, omitted: 0 };
  const { width, height } = size;
  const more: Taken = { id: '', x: width - MORE_WIDTH, y: height - FROM_EDGE, edge: '', end: width };
  const placed = place(wanted, size, [more]);
  return { placed, omitted: due - placed.length };
}
