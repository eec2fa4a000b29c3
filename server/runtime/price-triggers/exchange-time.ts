import { MINUTE } from '#contracts/rules/time.ts';
/** Of the messages one in so many is looked at; the first is. */
const SAMPLE = 16;
const KEPT = MINUTE;

/**
 * An exchange's clock by ours. Messages only ever come late, so the least time that one took, of the last minute or two,
 * is what the clocks differ by.
 */
export class ExchangeTime {
  readonly #clock: () => number;
  #least = Infinity;
  #leastBefore = Infinity;
  #turnAt = -Infinity;
  #count = 0;
  #difference = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A message of this time has just come. */
  came(time: number): void {
    this.#count = (this.#count + 1) & (SAMPLE - 1);
    if (this.#count !== 1) return;
    const now = this.#clock();
    if (now >= this.#turnAt) {
      this.#leastBefore = this.#least;
      this.#least = Infinity;
      this.#turnAt = now + KEPT;
    }
    this.#least = Math.min(this.#least, now - time);
    this.#difference = Math.min(this.#least, this.#leastBefore);
  }

  ours(time: number): number {
    return time + this.#difference;
  }

  theirs(time: number): number {
    return time - this.#difference;
  }
}
