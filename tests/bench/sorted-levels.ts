/** The floor of the alert engine: the levels of one pair in a sorted array, searched, with a cursor kept. Nothing is edited. */
export class SortedLevels {
  readonly #levels: Float64Array;
  #cursor: number;

  constructor(levels: Float64Array, price: number) {
    this.#levels = levels.toSorted();
    this.#cursor = this.#placeOf(price);
  }

  /** How many levels the price crossed. */
  move(price: number): number {
    const at = this.#cursor;
    const above = this.#levels[at] ?? Infinity;
    const below = this.#levels[at - 1] ?? -Infinity;
    if (price < above && price > below) return 0;
    this.#cursor = this.#placeOf(price);
    return Math.abs(this.#cursor - at);
  }

  /** Of the first level above the price. */
  #placeOf(price: number): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#levels[middle] ?? Infinity) > price) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
