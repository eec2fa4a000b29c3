import type { Bar } from '../bars.ts';

/** A further reading replaces the bars that were forming: so many at the end at most. */
const MOST_CHANGED = 5;

/** Index of the first bar that is not the same as before; 0 if more than the last few changed. */
export function firstChange(before: readonly Bar[], next: readonly Bar[]): number {
  if (next.length < before.length) return 0;
  const at = before.findIndex((bar, index) => bar !== next[index]);
  const from = at === -1 ? before.length : at;
  return next.length - from > MOST_CHANGED ? 0 : from;
}
