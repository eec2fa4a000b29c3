import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { CLOSES } from '../../../tests/factories/worked-bars.ts';
import { restAfterFiring, theirsDiffer } from './bar-rules.ts';
import { type IndicatorCondition, indicatorScore, scoreOfOpenBar } from './indicator-score.ts';

const BEGIN = 1_800_000_000_000;
const CROSSES = { direction: 'either', interval: '1h' } as const;

it('K-2: during a bar an alert fires once: it rests until the bar ends, and for a minute', () => {
  const rest = (time: number, length: number) => restAfterFiring({ time: BEGIN + time, length }) - BEGIN;
  expect(rest(0, 5 * MINUTE)).toBe(5 * MINUTE);
  expect(rest(3 * MINUTE, 5 * MINUTE)).toBe(5 * MINUTE);
  expect(rest(4 * MINUTE, 5 * MINUTE)).toBe(5 * MINUTE);
  expect(rest(4 * MINUTE + SECOND, 5 * MINUTE)).toBe(5 * MINUTE + SECOND);
  expect(rest(59 * SECOND, MINUTE)).toBe(119 * SECOND);
});

it('K-2: a close of the exchange differs where it is not equal to ours; a bar that only one side has does not', () => {
  const ours = [1, 2, 3].map((bar) => ({ openTime: BEGIN + bar * MINUTE, close: 100 + bar }));
  const theirs = (bar: number, close: number) => ({ openTime: BEGIN + bar * MINUTE, close });
  expect(theirsDiffer(ours, ours)).toBe(false);
  expect(theirsDiffer(ours, [theirs(1, 101), theirs(3, 103)])).toBe(false);
  expect(theirsDiffer(ours, [theirs(0, 1), theirs(1, 101), theirs(4, 1)])).toBe(false);
  expect(theirsDiffer(ours, [theirs(1, 101), theirs(2, 102.001), theirs(3, 103)])).toBe(true);
  expect(theirsDiffer(ours, [theirs(3, 103 + 1e-8)])).toBe(false);
  expect(theirsDiffer([], [theirs(1, 101)])).toBe(false);
});

it.each<IndicatorCondition>([
  { kind: 'rsi', length: 14, level: 30, ...CROSSES },
  { kind: 'ema', fast: 5, slow: 10, ...CROSSES },
  { kind: 'price-ema', length: 5, ...CROSSES },
  { kind: 'macd', fast: 5, slow: 10, signal: 4, against: 'signal', ...CROSSES },
  { kind: 'macd', fast: 5, slow: 10, signal: 4, against: 'zero', ...CROSSES },
  { kind: 'bollinger', length: 20, band: 'upper', ...CROSSES },
])('K-2: an open bar has the value that it would close with, and changes nothing: %j', (condition) => {
  const score = indicatorScore(condition);
  const numbers = new Float64Array(3 + score.size);
  score.begin(numbers, 3);
  for (const close of CLOSES) {
    const before = numbers.slice();
    scoreOfOpenBar(score, numbers, { at: 3, price: 2 * close });
    const value = scoreOfOpenBar(score, numbers, { at: 3, price: close });
    expect(numbers).toEqual(before);
    expect(value).toBe(score.add(numbers, 3, close));
  }
});
