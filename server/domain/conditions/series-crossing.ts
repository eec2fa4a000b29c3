/** Which of two values is larger; `none` where they are equal. */
export type SeriesSide = 'above' | 'below' | 'none';

/** K-5: values nearer than this, relative to the larger one, are equal, so that a series that is computed again decides alike. */
export const EQUAL = 1e-9;

export function sideOf(value: number, level: number): SeriesSide {
  const difference = value - level;
  if (Math.abs(difference) <= EQUAL * Math.max(Math.abs(value), Math.abs(level))) return 'none';
  return difference > 0 ? 'above' : 'below';
}

export type Crossing = 'up' | 'down';

/** K-5: follows the side of a value bar by bar. Touching and turning back is no crossing; the first value only sets the side. */
export class SeriesCrossing {
  #side: SeriesSide;

  constructor(side: SeriesSide = 'none') {
    this.#side = side;
  }

  get side(): SeriesSide {
    return this.#side;
  }

  add(value: number, level: number): Crossing | null {
    const side = sideOf(value, level);
    if (side === 'none' || side === this.#side) return null;
    const before = this.#side;
    this.#side = side;
    if (before === 'none') return null;
    return side === 'above' ? 'up' : 'down';
  }
}
