import { expect, it } from 'vitest';
import { durationText } from './duration.ts';

it.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h 0 min'],
  [11_100_000, '3 h 5 min'],
  [86_400_000, '1 d 0 h'],
  [187_200_000, '2 d 4 h'],
])('%i ms is %s', (ms, text) => expect(durationText(ms)).toBe(text));
