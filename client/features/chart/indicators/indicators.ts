import { ema } from '#contracts/rules/series/averages.ts';
import { macd, rsi } from '#contracts/rules/series/oscillators.ts';
import type { Running } from '#contracts/rules/series/running.ts';
import { bollinger, sma } from '#contracts/rules/series/windows.ts';
import type { SeriesTone } from '../plot/colors.ts';
import type { IndicatorSettings } from './settings.ts';

export type PaneName = 'price' | 'rsi' | 'macd';
export type Values = readonly (number | null)[];

export interface Plot {
  /** 'upper'. */
  part: string;
  tone: SeriesTone;
  /** Bars from zero instead of a line. */
  histogram?: boolean;
}

export interface Indicator {
  /** 'EMA 9'. */
  name: string;
  pane: PaneName;
  plots: readonly Plot[];
  /** After so many bars, no value shows where the series began. */
  settled: number;
  /** A new computation of one value per plot. */
  follow: () => Running<number, Values>;
}

/** An exponential average has forgotten its first value to a millionth of it. */
const EMA_SETTLED = 5;
const WILDER_SETTLED = 10;
const BAND_WIDTH = 2;
const MACD = { fast: 12, slow: 26, signal: 9 };

function mapped<Out>(of: Running<number, Out>, read: (value: Out) => Values): Running<number, Values> {
  const valuesOf = (value: Out | null) => (value === null ? [] : read(value));
  return { preview: (close) => valuesOf(of.preview(close)), add: (close) => valuesOf(of.add(close)) };
}
const single = (of: Running<number, number>) => mapped(of, (value) => [value]);

const EMA_TONES = ['series1', 'series2', 'series3'] as const;
const SMA_TONES = ['series4', 'series5', 'series6'] as const;

const BUILT: Record<keyof IndicatorSettings, (settings: IndicatorSettings) => Indicator[]> = {
  ema: ({ ema: { lengths } }) =>
    lengths.map((length, at) => ({
      name: `EMA ${length}`,
      pane: 'price',
      plots: [{ part: 'value', tone: EMA_TONES[at] ?? 'series1' }],
      settled: EMA_SETTLED * length,
      follow: () => single(ema(length)),
    })),
  sma: ({ sma: { lengths } }) =>
    lengths.map((length, at) => ({
      name: `SMA ${length}`,
      pane: 'price',
      plots: [{ part: 'value', tone: SMA_TONES[at] ?? 'series4' }],
      settled: length,
      follow: () => single(sma(length)),
    })),
  bollinger: ({ bollinger: { length } }) => [
    {
      name: `BB ${length}`,
      pane: 'price',
      plots: ['upper', 'middle', 'lower'].map((part) => ({ part, tone: 'series7' as const })),
      settled: length,
      follow: () => mapped(bollinger(length, BAND_WIDTH), ({ upper, middle, lower }) => [upper, middle, lower]),
    },
  ],
  rsi: ({ rsi: { length } }) => [
    {
      name: `RSI ${length}`,
      pane: 'rsi',
      plots: [{ part: 'value', tone: 'series3' }],
      settled: WILDER_SETTLED * length,
      follow: () => single(rsi(length)),
    },
  ],
  macd: () => [
    {
      name: 'MACD',
      pane: 'macd',
      plots: [
        { part: 'histogram', tone: 'series7', histogram: true },
        { part: 'line', tone: 'series2' },
        { part: 'signal', tone: 'series1' },
      ],
      settled: EMA_SETTLED * (MACD.slow + MACD.signal),
      follow: () => mapped(macd(MACD), (value) => [value.histogram, value.macd, value.signal]),
    },
  ],
};

/** What is switched on, in the order of the legend. */
export const indicatorsOf = (settings: IndicatorSettings): Indicator[] =>
  (Object.keys(BUILT) as (keyof IndicatorSettings)[]).flatMap((kind) =>
    settings[kind].on ? BUILT[kind](settings) : [],
  );
