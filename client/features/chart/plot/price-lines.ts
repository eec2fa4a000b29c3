import { type AutoscaleInfo, type IPriceLine, type ISeriesApi, LineStyle } from 'lightweight-charts';
import type { Big } from 'big.js';
import type { ChartLine, LineKind } from '../chart-line.ts';
import type { Colors } from './colors.ts';

const colorOf = (kind: LineKind, { buy, sell, profit, loss, alert, ink }: Colors): string =>
  ({ buy, sell, 'take-profit': profit, 'stop-loss': loss, alert, level: ink, trend: ink })[kind];

/** Nearby lines extend the price scale; distant ones would flatten the candles. */
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

/** Price lines of a series; `colors` returns the current theme's. */
export function priceLines(series: ISeriesApi<'Candlestick'>, colors: () => Colors) {
  const lines = new Map<string, { line: ChartLine; created: IPriceLine }>();
  widened(series, () => [...lines.values()].map(({ line }) => line.price.toNumber()));
  const draw = (line: ChartLine) => ({
    line,
    created: series.createPriceLine({
      price: line.price.toNumber(),
      color: colorOf(line.kind, colors()),
      lineWidth: 1,
      lineStyle: line.movable ? LineStyle.Dashed : LineStyle.Solid,
      axisLabelVisible: false,
    }),
  });
  return {
    set(next: readonly ChartLine[]): void {
      for (const { created } of lines.values()) series.removePriceLine(created);
      lines.clear();
      // A trend line is not horizontal.
      for (const line of next) if (line.kind !== 'trend') lines.set(line.id, draw(line));
    },
    move: (id: string, price: Big) => lines.get(id)?.created.applyOptions({ price: price.toNumber() }),
    repaint(): void {
      for (const { line, created } of lines.values()) created.applyOptions({ color: colorOf(line.kind, colors()) });
    },
  };
}
