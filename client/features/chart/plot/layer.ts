import type { Bar } from '../bars.ts';
import type { Colors } from './colors.ts';

export interface Bars {
  bars: readonly Bar[];
  /** No older bars exist. */
  whole: boolean;
}

/** Something drawn from the chart's bars. */
export interface Layer {
  setBars: (of: Bars) => void;
  /** The last bar changed, or a new one began. */
  setLast: (bar: Bar) => void;
  repaint: (colors: Colors) => void;
  remove: () => void;
}
