import { wilder } from './averages.ts';
import type { Running } from './running.ts';

interface Range {
  high: number;
  low: number;
  close: number;
}

/** Wilder's average true range: of a bar and the close before it. */
export function atr(length: number): Running<Range, number> {
  const average = wilder(length);
  let before: number | null = null;
  const rangeOf = ({ high, low }: Range) => (before === null ? null : Math.max(high, before) - Math.min(low, before));
  return {
    preview: (bar) => {
      const range = rangeOf(bar);
      return range === null ? null : average.preview(range);
    },
    add: (bar) => {
      const range = rangeOf(bar);
      before = bar.close;
      return range === null ? null : average.add(range);
    },
  };
}
