import type { Bar } from '../bars.ts';

/** How many bars opened at `time` or before. */
function opened(bars: readonly Bar[], time: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((bars[middle]?.openTime ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Place of a time among the bars, in bars from the first; beyond them by their length, which is in ms. */
export function placeOf(bars: readonly Bar[], time: number, length: number): number {
  const at = Math.max(opened(bars, time) - 1, 0);
  const openTime = bars[at]?.openTime ?? 0;
  const next = bars[at + 1]?.openTime ?? openTime + length;
  return at + (time - openTime) / (time < openTime ? length : next - openTime);
}

/** Time of a place among the bars, epoch ms. */
export function timeOf(bars: readonly Bar[], place: number, length: number): number {
  const at = Math.min(Math.max(Math.floor(place), 0), bars.length - 1);
  const openTime = bars[at]?.openTime ?? 0;
  const next = bars[at + 1]?.openTime ?? openTime + length;
  return openTime + (place - at) * (place < 0 ? length : next - openTime);
}
