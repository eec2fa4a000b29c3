import { type BarData, CandlestickSeries, type UTCTimestamp } from 'lightweight-charts';
import type { Big } from 'big.js';
import type { Bar } from '../bars.ts';
import { observeVisibility } from '../../../lib/viewport.ts';
import { throttle } from '../../../lib/throttle.ts';
import { readColors } from './colors.ts';
import { chartOptions, createCanvas, seriesOptions } from './look.ts';
import { priceLines } from './price-lines.ts';

type Candle = BarData<UTCTimestamp>;

/** Painting is as expensive as everything else a tick does, so it is limited. */
const PAINT_EVERY_MS = 200;
/** Older candles are requested when fewer than this many are left of the view. */
const NEAR_START = 40;

/** Doubles for the canvas only: no amount is read back from a candle. */
const candle = ({ openTime, open, high, low, close }: Bar): Candle => ({
  time: (openTime / 1000) as UTCTimestamp,
  open: open.toNumber(),
  high: high.toNumber(),
  low: low.toNumber(),
  close: close.toNumber(),
});

interface Options {
  /** Decimals of a price. */
  decimals: number;
  onTap: (y: number) => void;
  /** The first bar is almost in view; repeated until older bars arrive. */
  onNearStart: () => void;
}

/** The candle chart; only this folder uses the chart library. */
export function createDrawing(container: HTMLElement, { decimals, onTap, onNearStart }: Options) {
  let colors = readColors(container);
  const chart = createCanvas(container, colors);
  const series = chart.addSeries(CandlestickSeries, {
    ...seriesOptions(colors),
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
  });
  const lines = priceLines(series, () => colors);
  let painted: (() => void) | null = null;
  const views = [{ renderer: () => ({ draw: () => painted?.() }) }];
  series.attachPrimitive({ paneViews: () => views });
  chart.subscribeClick(({ point }) => point && onTap(point.y));

  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range && range.from < NEAR_START) onNearStart();
  });

  /** Latest state of bars that are not painted yet, oldest first. */
  const waiting: Bar[] = [];
  const update = () => {
    for (const bar of waiting.splice(0)) series.update(candle(bar));
  };
  const painting = throttle(update, PAINT_EVERY_MS);
  let seen = true;
  const leave = observeVisibility(container, (now) => {
    seen = now;
    if (seen && waiting.length > 0) painting.request();
  });
  return {
    /** Runs after each paint, to position overlays. */
    whenPainted(next: () => void): void {
      painted = next;
    },
    setBars(bars: readonly Bar[]): void {
      waiting.length = 0;
      series.setData(bars.map(candle));
    },
    /** Painted at most five times a second, and only while visible. */
    setLast(bar: Bar): void {
      if (waiting.at(-1)?.openTime === bar.openTime) waiting.pop();
      waiting.push(bar);
      if (seen) painting.request();
    },
    setLines: lines.set,
    moveLine: lines.move,
    /** Pixels from the top; null before the first paint. */
    yOf: (price: Big): number | null => series.priceToCoordinate(price.toNumber()),
    priceAt: (y: number): number | null => series.coordinateToPrice(y),
    /** Size of the candle pane without the scales. */
    size: () => chart.paneSize(),
    repaint(): void {
      colors = readColors(container);
      chart.applyOptions(chartOptions(colors));
      series.applyOptions(seriesOptions(colors));
      lines.repaint();
    },
    remove(): void {
      leave();
      painting.stop();
      chart.remove();
    },
  };
}
export type Drawing = ReturnType<typeof createDrawing>;
