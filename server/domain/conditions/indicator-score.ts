import type { Condition, ConditionOf } from '#contracts/rules/condition-text.ts';
import { ema } from '#contracts/rules/series/averages.ts';
import { macd, rsi } from '#contracts/rules/series/oscillators.ts';
import { bollinger } from '#contracts/rules/series/windows.ts';
import { sideOf } from './series-crossing.ts';

export type IndicatorCondition = ConditionOf<'rsi' | 'ema' | 'price-ema' | 'macd' | 'bollinger'>;

/** An indicator, fed with closes. It crosses a level of its own (RSI), or another series: then the level is 0. */
export interface IndicatorScore {
  /** Null before there are enough bars. */
  add(close: number): number | null;
  /** K-6: so many bars go by before the first value counts. */
  warmUp: number;
}

const WIDTH = 2;
const FORGETS = 10;
/** Wilder's averages forget more slowly. */
const WILDER_FORGETS = 25;
const warmUpOf = (lengths: number, forgets = FORGETS): number => 250 + forgets * lengths;

/** By how much one value is above the other, as a part of the larger; 0 where they count as equal. */
function apart(value: number, level: number): number {
  if (sideOf(value, level) === 'none') return 0;
  return (value - level) / Math.max(Math.abs(value), Math.abs(level));
}

function emaScore({ fast, slow }: ConditionOf<'ema'>): IndicatorScore {
  const [near, far] = [ema(fast), ema(slow)];
  return {
    warmUp: warmUpOf(fast + slow),
    add(close) {
      const [value, level] = [near.add(close), far.add(close)];
      return value === null || level === null ? null : apart(value, level);
    },
  };
}

function closeScore({ length }: ConditionOf<'price-ema'>): IndicatorScore {
  const average = ema(length);
  return {
    warmUp: warmUpOf(length),
    add(close) {
      const level = average.add(close);
      return level === null ? null : apart(close, level);
    },
  };
}

function macdScore({ fast, slow, signal, against }: ConditionOf<'macd'>): IndicatorScore {
  const series = macd({ fast, slow, signal });
  return {
    warmUp: warmUpOf(fast + slow + signal),
    add(close) {
      const value = series.add(close);
      if (!value) return null;
      if (against === 'zero') return Math.abs(value.macd) <= close * Number.EPSILON ? 0 : value.macd;
      return value.signal === null ? null : apart(value.macd, value.signal);
    },
  };
}

function bandScore({ length, band }: ConditionOf<'bollinger'>): IndicatorScore {
  const bands = bollinger(length, WIDTH);
  return {
    warmUp: warmUpOf(length),
    add(close) {
      const values = bands.add(close);
      return values && apart(close, values[band]);
    },
  };
}

/** K-5, K-6. */
export function indicatorScore(of: IndicatorCondition): IndicatorScore {
  switch (of.kind) {
    case 'rsi':
      return { ...rsi(of.length), warmUp: warmUpOf(of.length, WILDER_FORGETS) };
    case 'ema':
      return emaScore(of);
    case 'price-ema':
      return closeScore(of);
    case 'macd':
      return macdScore(of);
    case 'bollinger':
      return bandScore(of);
    default:
      return of satisfies never;
  }
}

/** The level at which an alert hangs on its series. */
export function thresholdOf(of: Condition): number {
  if (of.kind === 'percent-move') return of.percent;
  if (of.kind === 'volume') return of.factor;
  return of.kind === 'rsi' ? of.level : 0;
}
