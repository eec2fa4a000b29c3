import type { Bar } from '../bars.ts';
import type { Colors } from './colors.ts';

export interface Bars {
  bars: readonly Bar[];
  /** No older bars exist. */
  whole: boolean;
}

export interface ChangedBars extends Bars {
  /** Index of the first bar that changed; the bars before it are drawn. */
  from: number;
  /** Of the last bar that is drawn, epoch ms. */
  drawnUntil: number;
}

/** Part of a series of the chart library. */
interface Drawable<Data> {
  setData: (data: Data[]) => void;
  update: (data: Data, isPast: boolean) => void;
}

/** Draws what changed: setting all data again costs many times as much. */
export function drawChanged<Data>(
  series: Drawable<Data>,
  { bars, from, drawnUntil }: ChangedBars,
  data: (bar: Bar, index: number) => Data,
): void {
  if (from === 0) series.setData(bars.map(data));
  else bars.slice(from).forEach((bar, at) => series.update(data(bar, from + at), bar.openTime < drawnUntil));
}

/** Something drawn from the chart's bars. */
export interface Layer {
  setBars: (of: ChangedBars) => void;
  /** The last bar changed, or a new one began. */
  setLast: (bar: Bar) => void;
  repaint: (colors: Colors) => void;
  remove: () => void;
}
