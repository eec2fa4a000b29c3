import { expect, it } from 'vitest';
import { ema } from '#contracts/rules/series/averages.ts';
import { macd, rsi } from '#contracts/rules/series/oscillators.ts';
import { bollinger } from '#contracts/rules/series/windows.ts';
import { CLOSES } from '../../../tests/factories/worked-bars.ts';
import { type IndicatorScore, indicatorScore } from './indicator-score.ts';

const CROSSES = { direction: 'either', interval: '1h' } as const;
const MACD = { kind: 'macd', fast: 5, slow: 10, signal: 4, ...CROSSES } as const;
const [fast, slow, strength, difference, bands, average] = [
  ema(5),
  ema(10),
  rsi(14),
  macd({ fast: 5, slow: 10, signal: 4 }),
  bollinger(20, 2),
  ema(5),
];
const BARS = CLOSES.map((close) => ({
  close,
  fast: fast.add(close),
  slow: slow.add(close),
  strength: strength.add(close),
  macd: difference.add(close),
  bands: bands.add(close),
  average: average.add(close),
}));
const sign = (value: number | null | undefined, level: number | null | undefined): number | null =>
  value === null || value === undefined || level === null || level === undefined ? null : Math.sign(value - level);
type Bar = (typeof BARS)[number];
/** Its numbers lie behind others; null before there are enough bars. */
function valuesOf({ size, begin, add }: IndicatorScore): (number | null)[] {
  const numbers = new Float64Array(2 + size);
  begin(numbers, 2);
  const values = CLOSES.map((close) => add(numbers, 2, close));
  expect([...numbers.subarray(0, 2)]).toEqual([0, 0]);
  return values.map((value) => (Number.isNaN(value) ? null : value));
}

it.each([
  ['ema', { kind: 'ema', fast: 5, slow: 10, ...CROSSES }, (bar: Bar) => sign(bar.fast, bar.slow), 250 + 150],
  ['price-ema', { kind: 'price-ema', length: 5, ...CROSSES }, (bar: Bar) => sign(bar.close, bar.average), 250 + 50],
  ['macd', { ...MACD, against: 'signal' }, (bar: Bar) => sign(bar.macd?.macd, bar.macd?.signal), 250 + 190],
  ['macd against 0', { ...MACD, against: 'zero' }, (bar: Bar) => sign(bar.macd?.macd, 0), 250 + 190],
  [
    'the upper band',
    { kind: 'bollinger', length: 20, band: 'upper', ...CROSSES },
    (bar: Bar) => sign(bar.close, bar.bands?.upper),
    250 + 200,
  ],
  [
    'the lower band',
    { kind: 'bollinger', length: 20, band: 'lower', ...CROSSES },
    (bar: Bar) => sign(bar.close, bar.bands?.lower),
    250 + 200,
  ],
] as const)('K-5, K-6: %s is above or below as its series are, and counts after its warm-up', (...given) => {
  const [, condition, side, warmUp] = given;
  const score = indicatorScore(condition);
  expect(valuesOf(score).map((value) => value && Math.sign(value))).toEqual(BARS.map(side));
  expect(score.warmUp).toBe(warmUp);
});

it('K-6: the RSI is itself, and needs 25 times its length', () => {
  const score = indicatorScore({ kind: 'rsi', length: 14, level: 30, ...CROSSES });
  expect(valuesOf(score)).toEqual(BARS.map((bar) => bar.strength));
  expect(score.warmUp).toBe(250 + 25 * 14);
});
