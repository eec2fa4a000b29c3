export interface Place {
  id: string;
  x: number;
  y: number;
  /** Beyond which edge the price lies; '' where it is in sight. */
  edge: 'above' | 'below' | '';
}

const LABEL_HEIGHT = 24;
const LABEL_WIDTH = 104;
const FROM_SIDE = 4;
const FROM_EDGE = LABEL_HEIGHT / 2 + 2;

/** At the left, where the oldest candles are. Labels stand at their prices, those out of sight at the edge; where two would meet, the later one stands aside. */
export function placesOf(
  wanted: readonly { id: string; y: number | null }[],
  { width, height }: { width: number; height: number },
): Place[] {
  const placed: Place[] = [];
  const rows = wanted.flatMap(({ id, y }) => (y === null ? [] : [{ id, y }]));
  for (const { id, y } of rows.toSorted((one, other) => one.y - other.y)) {
    const edge = y < 0 ? 'above' : y > height ? 'below' : '';
    const at = Math.min(Math.max(y, FROM_EDGE), Math.max(height - FROM_EDGE, FROM_EDGE));
    const near = placed.filter((other) => Math.abs(other.y - at) < LABEL_HEIGHT);
    const columns = Math.max(1, Math.floor(width / LABEL_WIDTH));
    const taken = new Set(near.map(({ x }) => x));
    const free = Array.from({ length: columns }, (_, column) => FROM_SIDE + column * LABEL_WIDTH);
    const x = free.find((candidate) => !taken.has(candidate)) ?? FROM_SIDE;
    placed.push({ id, x, y: at, edge });
  }
  return placed;
}
