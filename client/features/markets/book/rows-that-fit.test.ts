import { expect, it } from 'vitest';
import { rowsThatFit } from './rows-that-fit.ts';

it.each([
  [0, false, 4],
  [62 + 2 * 24 * 7, false, 7],
  [62 + 2 * 24 * 7 - 1, false, 6],
  [5000, false, 20],
  [62 + 2 * 44 * 6, true, 6],
])('%i px, touch: %s', (height, isCoarse, rows) => expect(rowsThatFit(height, isCoarse)).toBe(rows));
