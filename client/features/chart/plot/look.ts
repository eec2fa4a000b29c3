import { createChart, type DeepPartial, type IChartApi, type TimeChartOptions } from 'lightweight-charts';
import { Big } from 'big.js';
import { formatAmount } from '../../../lib/format-amount.ts';
import type { Colors } from './colors.ts';
import { dayAndTime, tickText } from './times.ts';

export const chartOptions = (colors: Colors): DeepPartial<TimeChartOptions> => ({
  layout: {
    // The library's logo adds a style element, which the content security policy forbids; the notice is below the
    // chart.
    attributionLogo: false,
    background: { color: 'transparent' },
    textColor: colors.text,
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: 12,
    panes: { separatorColor: colors.line, separatorHoverColor: colors.surface },
  },
  grid: { vertLines: { color: colors.line }, horzLines: { color: colors.line } },
  crosshair: {
    mode: 0,
    vertLine: { color: colors.cross, labelBackgroundColor: colors.surface },
    horzLine: { color: colors.cross, labelBackgroundColor: colors.surface },
  },
});

export const seriesOptions = ({ profit, loss, cross }: Colors) => ({
  upColor: profit,
  downColor: loss,
  borderVisible: false,
  wickUpColor: profit,
  wickDownColor: loss,
  priceLineColor: cross,
});

/** Grouped by thousands like every other price; the canvas has doubles. */
export const priceFormat = (decimals: number) => ({
  type: 'custom' as const,
  formatter: (price: number) => formatAmount(new Big(price.toFixed(decimals)), decimals),
  minMove: 10 ** -decimals,
});

/** Fits prices of nine characters, so that the scale does not grow and shift the candles. */
const SCALE_WIDTH = 76;

/** Half of the widest time label, '12:45 PM', which is centered under its candle. */
const RIGHT_OFFSET = 32;

export const createCanvas = (container: HTMLElement, colors: Colors): IChartApi =>
  createChart(container, {
    ...chartOptions(colors),
    autoSize: true,
    rightPriceScale: { borderVisible: false, minimumWidth: SCALE_WIDTH, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      rightOffsetPixels: RIGHT_OFFSET,
      tickMarkFormatter: tickText,
    },
    localization: { timeFormatter: dayAndTime },
    // Vertical swipes scroll the page.
    handleScroll: { vertTouchDrag: false },
  });
