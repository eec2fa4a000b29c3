import { describe, expect, it } from 'vitest';
import { cleanNumber, readNumber } from './number-input.ts';

describe('a number field', () => {
  it.each([
    ['0,52', 4, '0.52'],
    ['12.3.4', 4, '12.34'],
    ['1 000.5', 2, '1000.5'],
    ['-5', 2, '5'],
    ['1e5', 2, '15'],
    ['0.123456789', 8, '0.12345678'],
    ['0.5299', 2, '0.52'],
    ['7.9', 0, '7'],
    ['.5', 2, '.5'],
    ['5.', 2, '5.'],
    ['abc', 2, ''],
  ])('keeps of %s with %d decimals: %s', (typed, decimals, kept) => {
    expect(cleanNumber(typed, decimals)).toBe(kept);
  });

  it.each([
    ['0.52', '0.52'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['10', '10'],
    ['', undefined],
    ['.', undefined],
  ])('reads %s', (field, amount) => {
    expect(readNumber(field)?.toFixed()).toBe(amount);
  });
});
