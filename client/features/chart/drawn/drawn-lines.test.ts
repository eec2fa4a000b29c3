import { expect, it } from 'vitest';
import { type DrawnTrend, levelAt } from './drawn-lines.ts';

const HOUR = 3_600_000;
const line = (first: [number, string], second: [number, string], logarithmic = false): DrawnTrend => ({
  id: 'a',
  kind: 'trend',
  from: { time: first[0], price: first[1] },
  to: { time: second[0], price: second[1] },
  logarithmic,
});

it('K-7 a drawn trend line has a level at each time, in whichever order its points were drawn', () => {
  expect(levelAt(line([0, '0.5'], [HOUR, '0.53']), HOUR / 4)?.toFixed(10)).toBe('0.5075000000');
  expect(levelAt(line([HOUR, '0.53'], [0, '0.5']), HOUR / 4)?.toFixed(10)).toBe('0.5075000000');
  expect(levelAt(line([0, '0.5'], [HOUR, '0.53'], true), HOUR / 4)?.toFixed(10)).toBe('0.5073369231');
});

it('has none where it is not above zero, nor of two points at one time', () => {
  expect(levelAt(line([0, '2'], [HOUR, '1']), 3 * HOUR)).toBeNull();
  expect(levelAt(line([0, '2'], [0, '1']), HOUR)).toBeNull();
});
