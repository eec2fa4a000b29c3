import {
  HistogramSeries,
  type IChartApi,
  type IPaneApi,
  LineSeries,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Colors } from '../plot/colors.ts';
import { drawChanged, type Layer } from '../plot/layer.ts';
import { priceFormat } from '../plot/look.ts';
import { indicatorValues } from './indicator-values.ts';
import type { Indicator, PaneName, Plot } from './indicators.ts';

/** Height of a pane against the candles', which are 1. */
const SHARE = 0.3;
const RSI_DECIMALS = 1;
/** Its values are small against the price. */
const MORE_DECIMALS = 2;
const RSI_MARKS = [30, 70];
const RSI_RANGE = { minValue: 0, maxValue: 100 };

interface Options {
  colors: Colors;
  /** Decimals of a price. */
  decimals: number;
}

/** Of the values of a pane; `decimals` are those of a price. */
export const decimalsOf = (pane: PaneName, decimals: number): number =>
  ({ price: decimals, rsi: RSI_DECIMALS, macd: decimals + MORE_DECIMALS })[pane];

function addSeries(
  chart: IChartApi,
  indicator: Indicator,
  { pane, plot, colors, decimals }: Options & { pane: number; plot: Plot },
) {
  const look = {
    color: colors[plot.tone],
    priceFormat: priceFormat(decimalsOf(indicator.pane, decimals)),
    lastValueVisible: false,
    priceLineVisible: false,
  };
  if (plot.histogram) return chart.addSeries(HistogramSeries, look, pane);
  return chart.addSeries(LineSeries, { ...look, lineWidth: 1, crosshairMarkerVisible: false }, pane);
}

type Series = ReturnType<typeof addSeries>;

function markRsi(series: Series, colors: Colors): void {
  series.applyOptions({ autoscaleInfoProvider: () => ({ priceRange: RSI_RANGE }) });
  for (const price of RSI_MARKS)
    series.createPriceLine({
      price,
      color: colors.cross,
      lineWidth: 1,
      lineStyle: LineStyle.Dotted,
      axisLabelVisible: false,
    });
}

const point = (openTime: number, value: number | null | undefined) => {
  const time = (openTime / 1000) as UTCTimestamp;
  return typeof value === 'number' ? { time, value } : { time };
};

/** Draws an indicator, in the candles' pane or in a new one below. */
export function indicatorLayer(chart: IChartApi, indicator: Indicator, options: Options): Layer & Valued {
  const pane = indicator.pane === 'price' ? 0 : chart.panes().length;
  const all = indicator.plots.map((plot) => addSeries(chart, indicator, { ...options, pane, plot }));
  const own: IPaneApi<Time> | undefined = pane === 0 ? undefined : chart.panes()[pane];
  own?.setStretchFactor(SHARE);
  if (indicator.pane === 'rsi') for (const series of all) markRsi(series, options.colors);
  const values = indicatorValues(indicator);
  let settled = 0;
  return {
    setBars(of) {
      const { bars, whole } = of;
      settled = whole ? 0 : (bars[indicator.settled]?.openTime ?? Infinity);
      const computed = values.setBars(bars);
      all.forEach((series, plot) =>
        drawChanged(series, of, ({ openTime }, at) =>
          point(openTime, openTime < settled ? null : computed[at]?.[plot]),
        ),
      );
    },
    setLast(bar) {
      const computed = values.setLast(bar);
      all.forEach((series, plot) => series.update(point(bar.openTime, bar.openTime < settled ? null : computed[plot])));
    },
    at: (openTime) => (openTime < settled ? [] : values.at(openTime)),
    repaint(colors) {
      all.forEach((series, at) => {
        const tone = indicator.plots[at]?.tone;
        if (tone) series.applyOptions({ color: colors[tone] });
      });
    },
    remove: () => {
      for (const series of all) chart.removeSeries(series);
    },
  };
}

/** Has values per bar, for the legend. */
export interface Valued {
  at: (openTime: number) => readonly (number | null)[];
}
