import type { Big } from 'big.js';

/** What one key was worth in one hour, or on one day. */
export interface WorthSnapshot {
  /** The start of the hour or day, UTC epoch ms. */
  bucket: number;
  /** When it was taken. */
  at: number;
  /** USDT; null where a price or the balances were not known. */
  usdt: Big | null;
}

export interface WorthPoint {
  at: number;
  /** Null: a gap. */
  usdt: Big | null;
}

/** Of all keys together: not known where it is not known of one of them. */
function pointOf(snapshots: readonly WorthSnapshot[]): WorthPoint {
  const at = Math.max(...snapshots.map((snapshot) => snapshot.at));
  return {
    at,
    usdt: snapshots.reduce<Big | null>(
      (sum, { usdt }, index) => (index === 0 ? usdt : sum && usdt && sum.plus(usdt)),
      null,
    ),
  };
}

/** The worth of all keys over time, oldest first. Where buckets of `length` ms are missing stands one gap. */
export function worthCurve(snapshots: readonly WorthSnapshot[], length: number): WorthPoint[] {
  const buckets = [...Map.groupBy(snapshots, ({ bucket }) => bucket)].toSorted(([one], [other]) => one - other);
  return buckets.flatMap(([bucket, own], index) => {
    const before = buckets[index - 1]?.[0];
    const isAfterGap = before !== undefined && bucket - before > length;
    const point = pointOf(own);
    return isAfterGap ? [{ at: before + length, usdt: null }, point] : [point];
  });
}
