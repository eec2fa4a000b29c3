import { type Random, randomFrom } from '../random.ts';

/** Share of a disturbance that is left after one step: half of it is gone in five minutes, and in six hours. */
const QUICK_MEMORY = 1 - 1 / 4000;
const SLOW_MEMORY = 1 - 1 / 300_000;
/** How much a shock of twice the usual size stirs up what follows, and how the slow level wanders. */
const STIR = 0.0044;
const WANDER = 0.0009;
/** Now and then a shock is three times as large. */
const OUTLIERS = 0.01;
const SPREAD = 1 + OUTLIERS * 8;
/** Variance of the logarithm that these lead to: taken off, so that the level is 1 in the mean of squares. */
const MEAN_LOG = 0.28;
const LARGEST_LOG = 1.5;

/**
 * Shocks of mean square 1 whose size clusters: a step is a tenth of a second, a large shock makes those after it larger,
 * and calm follows calm.
 */
export class Volatility {
  readonly #random: Random;
  #quick = 0;
  #slow = 0;

  constructor(seed: string) {
    this.#random = randomFrom(seed);
  }

  /** How lively it is just now, around 1. */
  get level(): number {
    return Math.exp(Math.min(LARGEST_LOG, this.#quick + this.#slow) - MEAN_LOG);
  }

  shock(): number {
    const { level } = this;
    const usual = this.#random.normal();
    const size = this.#random.uniform() < OUTLIERS ? usual * 3 : usual;
    this.#quick = this.#quick * QUICK_MEMORY + STIR * (size * size - SPREAD);
    this.#slow = this.#slow * SLOW_MEMORY + WANDER * this.#random.normal();
    return (size / Math.sqrt(SPREAD)) * level;
  }
}
