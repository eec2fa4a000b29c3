/** most settings that are tried in one search. */
export const MOST_TRIES = 200;
/** Bars of all tries together: so many are run in time. */
export const MOST_SEARCHED_BARS = 20_000_000;
/** The last part of the time, which chooses nothing. */
export const HELD_BACK = 0.3;

/** Settings that a search may vary, with their names. */
export const SEARCHABLE = {
  low: 'Lowest',
  high: 'Highest',
  steps: 'Steps',
  lowestWeight: 'Weight of the lowest',
  buy: 'Buy',
  sell: 'Sell',
  up: 'Up',
  back: 'Back',
} as const;
export type Searchable = keyof typeof SEARCHABLE;

/** Equally spaced values of one setting, the ends among them. */
export interface Varied {
  field: Searchable;
  from: number;
  to: number;
  values: number;
}

const DIGITS = 8;

/** Each to eight digits; whole numbers for steps, each once. */
export function valuesOf({ field, from, to, values }: Varied): number[] {
  const all = Array.from({ length: values }, (_, at) => {
    const exact = values === 1 ? from : from + ((to - from) * at) / (values - 1);
    return field === 'steps' ? Math.round(exact) : Number(exact.toPrecision(DIGITS));
  });
  return [...new Set(all)];
}

/** Every combination of their values, in the order of the fields. */
export const combinationsOf = (varied: readonly Varied[]): Partial<Record<Searchable, number>>[] =>
  varied.reduce<Partial<Record<Searchable, number>>[]>(
    (all, of) => all.flatMap((one) => valuesOf(of).map((value) => Object.assign({ [of.field]: value }, one))),
    [{}],
  );
