import type { Big } from 'big.js';

export interface CurvePoint {
  /** UTC epoch ms. */
  at: number;
  /** Null where it is not known: a gap. */
  value: Big | null;
}

export interface PeakedPoint extends CurvePoint {
  /** The highest value up to here; null before the first one that is known. */
  peak: Big | null;
}

export interface Drawdown {
  /** Zero or more. */
  amount: Big;
  /** Of the peak; null where the peak is zero or less. */
  percent: Big | null;
  /** When the peak was, and when the value was lowest after it. */
  peakAt: number;
  lowAt: number;
}

interface Peak {
  at: number;
  value: Big;
}

const percentOf = (amount: Big, peak: Big): Big | null => (peak.gt(0) ? amount.div(peak).times(100) : null);

/** Each point with the peak before it, oldest first, and the deepest fall from a peak; null where nothing fell. */
export function drawdownOf(points: readonly CurvePoint[]): { points: PeakedPoint[]; deepest: Drawdown | null } {
  let peak: Peak | null = null;
  let deepest: Drawdown | null = null;
  const peaked: PeakedPoint[] = [];
  for (const { at, value } of points) {
    if (value && (!peak || value.gt(peak.value))) peak = { at, value };
    peaked.push({ at, value, peak: peak?.value ?? null });
    if (!value || !peak) continue;
    const amount = peak.value.minus(value);
    if (!amount.gt(deepest?.amount ?? 0)) continue;
    deepest = { amount, percent: percentOf(amount, peak.value), peakAt: peak.at, lowAt: at };
  }
  return { points: peaked, deepest };
}
