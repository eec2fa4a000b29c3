import { MINUTE, SECOND } from '#contracts/rules/time.ts';

/** Of the messages one in so many is looked at; the first is. */
const SAMPLE = 16;
const KEPT = MINUTE;
/** More than this between our clock and the time that has passed is a step of our clock, ms. */
const STEP = SECOND;

/**
 * An exchange's clock by ours. Messages only ever come late, so the least time that one took, of the last minute or two and
 * since our clock was set, is what the clocks differ by.
 */
export class ExchangeTime {
  readonly #clock: () => number;
  /** Time that has passed, ms: no setting of a clock changes it. */
  readonly #passed: () => number;
  /** What our clock was ahead of it at the last look. */
  #ahead: number;
  #least = Infinity;
  #leastBefore = Infinity;
  #turnAt = -Infinity;
  #count = 0;
  #difference = 0;

  constructor(clock: () => number, passed: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#passed = passed;
    this.#ahead = clock() - passed();
  }

  /** False before the first message: the difference is taken to be none. */
  get isKnown(): boolean {
    return this.#turnAt !== -Infinity;
  }

  /** A message of this time has just come. */
  came(time: number): void {
    this.#count = (this.#count + 1) & (SAMPLE - 1);
    if (this.#count !== 1) return;
    const now = this.#clock();
    const ahead = now - this.#passed();
    const isSet = Math.abs(ahead - this.#ahead) > STEP;
    this.#ahead = ahead;
    if (isSet || now >= this.#turnAt) {
      this.#leastBefore = isSet ? Infinity : this.#least;
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
