const MOST = Number(process.env['MOST_PROPERTY_RUNS'] ?? Infinity);

/** Of a property's random examples. A planted fault is judged by fewer: the environment says how many at most. */
export const runs = (count: number): number => Math.min(count, MOST);
