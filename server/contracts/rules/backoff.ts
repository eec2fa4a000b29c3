interface Range {
  min: number;
  max: number;
}

/** Delay before the given retry (1 is the first): `min`, doubled with each, up to `max`. */
export const backoff = (retry: number, { min, max }: Range): number => Math.min(max, min * 2 ** (retry - 1));

/** The delay times a random factor between `low` and `high`, so that many clients do not retry at once. */
export const jittered = (delay: number, [low, high]: readonly [number, number], random = Math.random): number =>
  delay * low + delay * (high - low) * random();
