import {
  type AutoscaleInfo,
  type BarData,
  CandlestickSeries,
  createChart,
  type DeepPartial,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type TimeChartOptions,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Big } from 'big.js';
import type { Bar } from '../bars.ts';
import type { ChartLine, LineKind } from '../chart-line.ts';
import { type Colors, readColors } from './colors.ts';
import { dayAndTime, tickText } from './times.ts';

type Candle = BarData<UTCTimestamp>;

/** Doubles are for the canvas alone: no amount is ever read back from a candle. */
const candle = ({ openTime, open, high, low, close }: Bar): Candle => ({
  time: (openTime / 1000) as UTCTimestamp,
  open: open.toNumber(),
  high: high.toNumber(),
  low: low.toNumber(),
  close: close.toNumber(),
});

const chartOptions = (colors: Colors): DeepPartial<TimeChartOptions> => ({
  layout: {
    // Its logo would bring a style element, which the page's policy refuses: the notice stands below the chart.
    attributionLogo: false,
    background: { color: 'transparent' },
    textColor: colors.text,
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: 12,
  },
  grid: { vertLines: { color: colors.line }, horzLines: { color: colors.line } },
  crosshair: {
    mode: 0,
    vertLine: { color: colors.cross, labelBackgroundColor: colors.surface },
    horzLine: { color: colors.cross, labelBackgroundColor: colors.surface },
  },
});

const seriesOptions = ({ profit, loss, cross }: Colors) => ({
  upColor: profit,
  downColor: loss,
  borderVisible: false,
  wickUpColor: profit,
  wickDownColor: loss,
  priceLineColor: cross,
});

const colorOf = (kind: LineKind, { buy, sell, profit, loss, alert }: Colors): string =>
  ({ buy, sell, 'take-profit': profit, 'stop-loss': loss, alert })[kind];

const createCanvas = (container: HTMLElement, colors: Colors): IChartApi =>
  createChart(container, {
    ...chartOptions(colors),
    autoSize: true,
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: { borderVisible: false, timeVisible: true, rightOffset: 3, tickMarkFormatter: tickText },
    localization: { timeFormatter: dayAndTime },
    // A finger that goes up or down scrolls the page.
    handleScroll: { vertTouchDrag: false },
  });

/** Lines that are near what is shown widen it; one far away would flatten the candles. */
const NEAR = 0.75;

function widened(series: ISeriesApi<'Candlestick'>, prices: () => number[]): void {
  series.applyOptions({
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
      const info = original();
      if (!info?.priceRange) return info;
      const { minValue, maxValue } = info.priceRange;
      const room = (maxValue - minValue) * NEAR;
      const near = prices().filter((price) => price >= minValue - room && price <= maxValue + room);
      return { ...info, priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) } };
    },
  });
}

interface Options {
  /** Decimals of a price. */
  decimals: number;
  /** After each paint: what lies over the canvas is put in its place. */
  onPaint: () => void;
  onTap: (y: number) => void;
}

/** The candles and lines on a canvas; everything that knows the drawing library. */
export function createDrawing(container: HTMLElement, { decimals, onPaint, onTap }: Options) {
  let colors = readColors(container);
  const lines = new Map<string, { line: ChartLine; drawn: IPriceLine }>();
  const chart = createCanvas(container, colors);
  const series = chart.addSeries(CandlestickSeries, {
    ...seriesOptions(colors),
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
  });
  widened(series, () => [...lines.values()].map(({ line }) => line.price.toNumber()));
  const painted = [{ renderer: () => ({ draw: onPaint }) }];
  series.attachPrimitive({ paneViews: () => painted });
  chart.subscribeClick(({ point }) => point && onTap(point.y));

  let waiting: Bar | null = null;
  let frame = 0;
  const drawWaiting = () => {
    frame = 0;
    if (waiting) series.update(candle(waiting));
    waiting = null;
  };
  const draw = (line: ChartLine) => ({
    line,
    drawn: series.createPriceLine({
      price: line.price.toNumber(),
      color: colorOf(line.kind, colors),
      lineWidth: 1,
      lineStyle: line.movable ? LineStyle.Dashed : LineStyle.Solid,
      axisLabelVisible: false,
    }),
  });
  return {
    setBars(bars: readonly Bar[]): void {
      waiting = null;
      series.setData(bars.map(candle));
    },
    /** At most once a frame, however many trades there are. */
    setLast(bar: Bar): void {
      waiting = bar;
      frame ||= requestAnimationFrame(drawWaiting);
    },
    setLines(next: readonly ChartLine[]): void {
      for (const { drawn } of lines.values()) series.removePriceLine(drawn);
      lines.clear();
      for (const line of next) lines.set(line.id, draw(line));
    },
    moveLine: (id: string, price: Big) => lines.get(id)?.drawn.applyOptions({ price: price.toNumber() }),
    showNewest: () => chart.timeScale().scrollToRealTime(),
    /** Pixels from the top; null before the first paint. */
    yOf: (price: Big): number | null => series.priceToCoordinate(price.toNumber()),
    priceAt: (y: number): number | null => series.coordinateToPrice(y),
    /** Of the candles' pane, without the scales. */
    size: () => chart.paneSize(),
    repaint(): void {
      colors = readColors(container);
      chart.applyOptions(chartOptions(colors));
      series.applyOptions(seriesOptions(colors));
      for (const { line, drawn } of lines.values()) drawn.applyOptions({ color: colorOf(line.kind, colors) });
    },
    remove(): void {
      cancelAnimationFrame(frame);
      chart.remove();
    },
  };
}
export type Drawing = ReturnType<typeof createDrawing>;
