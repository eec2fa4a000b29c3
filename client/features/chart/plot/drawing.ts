import {
  type BarData,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesPrimitive,
  PriceScaleMode,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Big } from 'big.js';
import type { Bar } from '../bars.ts';
import { observeVisibility } from '../../../lib/viewport.ts';
import { nextTask } from '../../../lib/next-task.ts';
import { throttle } from '../../../lib/throttle.ts';
import { barIndex } from './bar-index.ts';
import { type Colors, readColors } from './colors.ts';
import { firstChange } from './first-change.ts';
import { type Bars, drawChanged, type Layer } from './layer.ts';
import { chartOptions, createCanvas, priceFormat, seriesOptions } from './look.ts';
import { priceLines } from './price-lines.ts';
import { volumeLayer } from './volume-layer.ts';

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

export interface Options {
  container: HTMLElement;
  /** Decimals of a price. */
  decimals: number;
  onTap: (y: number) => void;
  /** The first bar is almost in view; repeated until older bars arrive. */
  onNearStart: () => void;
}

/** The candles, and other layers of the same bars. */
function createBars(chart: IChartApi, { colors, decimals }: { colors: Colors; decimals: number }) {
  const series = chart.addSeries(CandlestickSeries, { ...seriesOptions(colors), priceFormat: priceFormat(decimals) });
  const index = barIndex();
  const layers = new Set<Layer>([volumeLayer(chart, colors)]);
  let whole = false;
  /** Latest state of bars that are not painted yet, oldest first. */
  const waiting: Bar[] = [];
  return {
    series,
    index,
    waiting,
    set(next: Bars): void {
      waiting.length = 0;
      const known = index.bars();
      const of = {
        ...next,
        from: next.whole === whole ? firstChange(known, next.bars) : 0,
        drawnUntil: known.at(-1)?.openTime ?? 0,
      };
      ({ whole } = next);
      index.set(next.bars);
      drawChanged(series, of, candle);
      for (const layer of layers) layer.setBars(of);
    },
    wait(bar: Bar): void {
      if (waiting.at(-1)?.openTime === bar.openTime) waiting.pop();
      waiting.push(bar);
    },
    update(): void {
      for (const bar of waiting.splice(0)) {
        index.setLast(bar);
        series.update(candle(bar));
        for (const layer of layers) layer.setLast(bar);
      }
    },
    add(layer: Layer): () => void {
      layers.add(layer);
      layer.setBars({ bars: index.bars(), whole, from: 0, drawnUntil: 0 });
      return () => {
        if (layers.delete(layer)) layer.remove();
      };
    },
    /** The chart is about to be removed with all its series. */
    forget: () => layers.clear(),
    repaint(next: Colors): void {
      series.applyOptions(seriesOptions(next));
      for (const layer of layers) layer.repaint(next);
    },
  };
}

/** The bar under the crosshair, otherwise the last one. */
function watchCrosshair(chart: IChartApi, { index }: ReturnType<typeof createBars>) {
  let pointed: number | undefined;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  chart.subscribeCrosshairMove(({ time }) => {
    const next = time === undefined ? undefined : Number(time) * 1000;
    if (next === pointed) return;
    pointed = next;
    notify();
  });
  return {
    notify,
    shown: () => index.shown(pointed),
    /** After a change of the bar that is shown; returns the unsubscribe function. */
    watch(listener: () => void): () => void {
      listeners.add(listener);
      listener();
      return () => void listeners.delete(listener);
    },
  };
}

function watchStart(chart: IChartApi, onNearStart: () => void) {
  let ahead = 0;
  const check = () => {
    const range = chart.timeScale().getVisibleLogicalRange();
    if (range && range.from < NEAR_START + ahead) onNearStart();
  };
  chart.timeScale().subscribeVisibleLogicalRangeChange(check);
  return {
    check,
    /** So many bars are needed left of the view. */
    setAhead(bars: number): void {
      ahead = bars;
      check();
    },
  };
}

/** Primitives of a series, and what runs after each paint, until the chart is removed with all of them. */
function createOverlays(series: ISeriesApi<'Candlestick'>) {
  const attached = new Set<ISeriesPrimitive>();
  const painted = new Set<() => void>();
  const attach = (primitive: ISeriesPrimitive) => {
    attached.add(primitive);
    series.attachPrimitive(primitive);
    return () => {
      if (attached.delete(primitive)) series.detachPrimitive(primitive);
    };
  };
  const draw = () => {
    for (const next of painted) next();
  };
  const views = [{ renderer: () => ({ draw }) }];
  attach({ paneViews: () => views });
  return {
    /** Returns the function that detaches it. */
    attach,
    /** Runs after each paint, to position overlays; returns the unsubscribe function. */
    whenPainted(next: () => void): () => void {
      painted.add(next);
      return () => void painted.delete(next);
    },
    forget: () => attached.clear(),
  };
}

interface Painting {
  isDue: () => boolean;
  paint: () => void;
}

/** Paints at most five times a second, and only while the container is visible. */
function paintSeen(container: HTMLElement, { isDue, paint }: Painting) {
  const painting = throttle(paint, PAINT_EVERY_MS);
  let seen = true;
  const leave = observeVisibility(container, (now) => {
    seen = now;
    if (seen && isDue()) painting.request();
  });
  return {
    request(): void {
      if (seen) painting.request();
    },
    stop(): void {
      leave();
      painting.stop();
    },
  };
}

/** The candle chart; only this folder and the indicators use the chart library. */
function drawingOn(chart: IChartApi, { container, decimals, onTap, onNearStart }: Options, first: Colors) {
  let colors = first;
  const bars = createBars(chart, { colors, decimals });
  const { series } = bars;
  const crosshair = watchCrosshair(chart, bars);
  const start = watchStart(chart, onNearStart);
  const lines = priceLines(series, () => colors);
  const overlays = createOverlays(series);
  chart.subscribeClick(({ point, paneIndex }) => point && paneIndex === 0 && onTap(point.y));

  const painting = paintSeen(container, {
    isDue: () => bars.waiting.length > 0,
    paint: () => {
      bars.update();
      crosshair.notify();
    },
  });
  return {
    chart,
    decimals,
    colors: () => colors,
    series,
    bars: bars.index.bars,
    attach: overlays.attach,
    whenPainted: overlays.whenPainted,
    setBars(next: Bars): void {
      bars.set(next);
      crosshair.notify();
      start.check();
    },
    /** Painted at most five times a second, and only while visible. */
    setLast(bar: Bar): void {
      bars.wait(bar);
      painting.request();
    },
    addLayer: bars.add,
    setAhead: start.setAhead,
    watchShown: crosshair.watch,
    shown: crosshair.shown,
    setLogarithmic: (on: boolean) =>
      series.priceScale().applyOptions({ mode: on ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal }),
    setLines: lines.set,
    moveLine: lines.move,
    /** Pixels from the top; null before the first paint. */
    yOf: (price: Big): number | null => series.priceToCoordinate(price.toNumber()),
    /** Null outside the candles' pane. */
    priceAt: (y: number): number | null => (y > chart.paneSize().height ? null : series.coordinateToPrice(y)),
    /** Size of the candle pane without the scales. */
    size: () => chart.paneSize(),
    repaint(): void {
      colors = readColors(container);
      chart.applyOptions(chartOptions(colors));
      bars.repaint(colors);
      lines.repaint();
    },
    remove(): void {
      painting.stop();
      bars.forget();
      overlays.forget();
      chart.remove();
    },
  };
}
export type Drawing = ReturnType<typeof drawingOn>;

/** Created in two tasks, each of them long; null where it is no longer wanted after the first. */
export async function createDrawing(options: Options, closing: AbortSignal): Promise<Drawing | null> {
  const colors = readColors(options.container);
  const chart = createCanvas(options.container, colors);
  await nextTask();
  if (!closing.aborted) return drawingOn(chart, options, colors);
  chart.remove();
  return null;
}
