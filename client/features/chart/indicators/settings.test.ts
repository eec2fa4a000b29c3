import { describe, expect, it } from 'vitest';
import { readLengths } from './settings.ts';

const averages = { most: 200, count: 3 };

describe('lengths of averages', () => {
  it.each([
    ['9, 21', [9, 21]],
    ['9 21;50', [9, 21, 50]],
    ['9, 9', [9]],
    ['2,200', [2, 200]],
  ])('%s', (typed, expected) => {
    expect(readLengths(typed, averages)).toEqual(expected);
  });

  it.each(['', '1', '201', '9.5', 'nine', '5, 10, 20, 50', '-9'])('refuses %j', (typed) => {
    expect(readLengths(typed, averages)).toBeNull();
  });
});
