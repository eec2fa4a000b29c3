/** Columns of the table that can be hidden, in their order. */
export const COLUMNS = {
  size: 'Size',
  value: 'Value',
  profit: 'Profit',
  percent: '%',
  targets: 'Targets',
} as const;
export type Column = keyof typeof COLUMNS;

const STORED = 'hidden-columns';
const names = Object.keys(COLUMNS) as Column[];

/** As stored on this device; whatever is not known is left out. */
export function readHidden(stored: string | null): Column[] {
  const words = new Set((stored ?? '').split(' '));
  return names.filter((name) => words.has(name));
}

export const hiddenHere = (): Column[] => readHidden(localStorage.getItem(STORED));
export const keepHidden = (hidden: readonly Column[]): void => localStorage.setItem(STORED, hidden.join(' '));

const WIDTHS = {
  select: '28px',
  date: 'minmax(62px, 1.2fr)',
  position: 'minmax(74px, 1fr)',
  pair: 'minmax(76px, 0.8fr)',
  price: 'minmax(84px, 0.9fr)',
  value: 'minmax(86px, 1fr)',
  result: 'minmax(84px, 1fr)',
  targets: 'minmax(170px, 1.6fr)',
  actions: '176px',
};

interface Shown {
  hidden: readonly Column[];
  selects: boolean;
  pairs: boolean;
  /** Rows have actions. */
  acts: boolean;
}

/** The named tracks of a row: size stands below price, the percentage below the profit. */
export function tracks({ hidden, selects, pairs, acts }: Shown): string {
  const isShown = (...of: Column[]) => of.some((name) => !hidden.includes(name));
  const wanted: Partial<Record<keyof typeof WIDTHS, boolean>> = {
    select: selects,
    pair: pairs,
    value: isShown('value'),
    result: isShown('profit', 'percent'),
    targets: isShown('targets'),
    actions: acts,
  };
  return Object.entries(WIDTHS)
    .filter(([name]) => Reflect.get(wanted, name) !== false)
    .map(([name, width]) => `[${name}] ${width}`)
    .join(' ');
}
