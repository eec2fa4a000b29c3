interface Range {
  min: number;
  max: number;
  /** From one delay to the next; 2 by default. */
  factor?: number;
}

/** Delay before the given retry (1 is the first): `min`, multiplied with each, up to `max`. */
export const backoff = (retry: number, { min, max, factor = 2 }: Range): number =>
  Math.min(max, min * factor ** (retry - 1));

/** The delay times a random factor between `low` and `high`, so that many clients do not retry at once. */
export const jittered = (delay: number, [low, high]: readonly [number, number], random = Math.random): number =>
  delay * low + delay * (high - low) * random();
