/** Panes whose size can be changed: widths in px, the rows' height in percent of the screen. */
export const PANES = {
  watchlist: { label: 'Width of the watchlist', least: 180, most: 360, usual: 220, step: 16 },
  book: { label: 'Width of the order book', least: 220, most: 400, usual: 260, step: 16 },
  form: { label: 'Width of the order form', least: 340, most: 520, usual: 380, step: 16 },
  rows: { label: 'Height of the list', least: 18, most: 60, usual: 28, step: 2 },
} as const;
export type Pane = keyof typeof PANES;
export type PaneSizes = Record<Pane, number>;

const names = Object.keys(PANES) as Pane[];

export const within = (pane: Pane, size: number): number =>
  Math.min(Math.max(Math.round(size), PANES[pane].least), PANES[pane].most);

/** As they were stored on this device; whatever cannot be read is as usual. */
export function readSizes(stored: string | null): PaneSizes {
  const known: unknown = stored === null ? null : parse(stored);
  const size = (pane: Pane): number => {
    const value: unknown = typeof known === 'object' && known !== null ? Reflect.get(known, pane) : undefined;
    return typeof value === 'number' && Number.isFinite(value) ? within(pane, value) : PANES[pane].usual;
  };
  return Object.fromEntries(names.map((pane) => [pane, size(pane)])) as PaneSizes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The size after a key on a separator; null for other keys. `grows` is the direction of the pointer that makes it larger. */
export function sizeAfterKey(pane: Pane, key: string, { size, grows }: { size: number; grows: 1 | -1 }): number | null {
  const { least, most, step } = PANES[pane];
  if (key === 'Home') return least;
  if (key === 'End') return most;
  const direction = KEYS[key];
  return direction === undefined ? null : within(pane, size + direction * grows * step);
}
