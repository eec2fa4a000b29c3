import { type Random, randomFrom } from '../random.ts';

/** Part of a disturbance that is left after one step: half-lives of five minutes and of six hours. */
const QUICK_MEMORY = 1 - 1 / 4000;
const SLOW_MEMORY = 1 - 1 / 300_000;
/** How much a large shock raises the level, and how far the slow level drifts in a step. */
const GAIN = 0.0044;
const DRIFT = 0.0009;
/** Part of the shocks that are three times as large. */
const OUTLIERS = 0.01;
const SPREAD = 1 + OUTLIERS * 8;
/** Variance of the logarithm, subtracted so that the level is 1 in the mean of squares. */
const MEAN_LOG = 0.28;
const LARGEST_LOG = 1.5;

/**
 * Shocks of mean square 1 with clustered volatility: a step is a tenth of a second, and a large shock makes those after it
 * larger.
 */
export class Volatility {
  readonly #random: Random;
  #quick = 0;
  #slow = 0;

  constructor(seed: string) {
    this.#random = randomFrom(seed);
  }

  /** The current volatility, around 1. */
  get level(): number {
    return Math.exp(Math.min(LARGEST_LOG, this.#quick + this.#slow) - MEAN_LOG);
  }

  shock(): number {
    const { level } = this;
    const usual = this.#random.normal();
    const size = this.#random.uniform() < OUTLIERS ? usual * 3 : usual;
    this.#quick = this.#quick * QUICK_MEMORY + GAIN * (size * size - SPREAD);
    this.#slow = this.#slow * SLOW_MEMORY + DRIFT * this.#random.normal();
    return (size / Math.sqrt(SPREAD)) * level;
  }
}
