/** Of a mean volume; null where nothing was traded in any bar. */
export const spikeOver = (mean: number, factor: number): number | null => (mean > 0 ? mean * factor : null);

/**
 * K-4: the volume from which a running bar stands out: `factor` times the mean of the whole bars before it. Null where
 * there are not `length` of them, or where nothing was traded in any.
 */
export function spikeVolume(before: readonly number[], { length, factor }: { length: number; factor: number }) {
  if (before.length < length) return null;
  return spikeOver(before.slice(-length).reduce((sum, volume) => sum + volume, 0) / length, factor);
}
