export interface Place {
  id: string;
  x: number;
  y: number;
  /** Beyond which edge the price lies; '' where it is in sight. */
  edge: 'above' | 'below' | '';
}

const LABEL_HEIGHT = 24;
const FROM_SIDE = 4;
const FROM_EDGE = LABEL_HEIGHT / 2 + 2;

interface Wanted {
  id: string;
  /** Null while it is not drawn. */
  y: number | null;
  /** In px. */
  width: number;
}

interface Size {
  width: number;
  height: number;
}

type Taken = Place & { end: number };

/** Rows from this one on, the nearest first, as far as the chart reaches. */
function rowsFrom(y: number, height: number): number[] {
  const most = Math.ceil(height / LABEL_HEIGHT);
  const steps = Array.from({ length: most }, (_, step) => [y + step * LABEL_HEIGHT, y - step * LABEL_HEIGHT]);
  return [...new Set(steps.flat())].filter((row) => row >= FROM_EDGE && row <= height - FROM_EDGE);
}

/** The first place of a row that is free, from the left; undefined where there is none. */
function freeIn(row: number, taken: readonly Taken[], { label, chart }: { label: number; chart: number }) {
  const near = taken.filter((other) => Math.abs(other.y - row) < LABEL_HEIGHT);
  const ends = near.map(({ end }) => end + FROM_SIDE).toSorted((one, other) => one - other);
  const fits = (x: number) =>
    (x === FROM_SIDE || x + label <= chart) && near.every((other) => x >= other.end || x + label <= other.x);
  return [FROM_SIDE, ...ends].find(fits);
}

/** At the left, where the oldest candles are. Labels stand at their prices, those out of sight at the edge; where two would meet, the later one stands aside, or in the next row. */
export function placesOf(wanted: readonly Wanted[], { width, height }: Size): Place[] {
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
