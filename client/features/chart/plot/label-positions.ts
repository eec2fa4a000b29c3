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

/** Candidate rows by distance from this one, within the chart. */
function rowsFrom(y: number, height: number): number[] {
  const most = Math.ceil(height / LABEL_HEIGHT);
  const steps = Array.from({ length: most }, (_, step) => [y + step * LABEL_HEIGHT, y - step * LABEL_HEIGHT]);
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

/**
 * Positions labels at the left edge at their prices, or at the top or bottom for prices out of view. A label that would
 * overlap moves to the right or to the next row.
 */
export function labelPositions(wanted: readonly Wanted[], { width, height }: Size): LabelPosition[] {
  const placed: Taken[] = [];
  const shown = wanted.flatMap(({ id, y, width: label }) => (y === null ? [] : [{ id, y, label }]));
  for (const { id, y, label } of shown.toSorted((one, other) => one.y - other.y)) {
    const edge = y < 0 ? 'above' : y > height ? 'below' : '';
    const at = Math.min(Math.max(y, FROM_EDGE), Math.max(height - FROM_EDGE, FROM_EDGE));
    const [place = { x: FROM_SIDE, y: at }] = rowsFrom(at, height).flatMap((row) => {
      const x = freeIn(row, placed, { label, chart: width });
      return x === undefined ? [] : [{ x, y: row }];
    });
    placed.push({ id, ...place, edge, end: place.x + label });
  }
  return placed.map(({ id, x, y, edge }) => ({ id, x, y, edge }));
}
