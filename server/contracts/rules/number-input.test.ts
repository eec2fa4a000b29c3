import { describe, expect, it } from 'vitest';
import { cleanNumber, readNumber } from './number-input.ts';

describe('a number field', () => {
  it.each([
    ['0,52', 4, '0.52'],
    ['12.3.4', 4, '12.34'],
    ['1 000.5', 2, '1000.5'],
    ['-5', 2, '5'],
    ['1e5', 2, '100000'],
    ['1e', 2, '1'],
    ['0.123456789', 8, '0.12345678'],
    ['0.5299', 2, '0.52'],
    ['7.9', 0, '7.'],
    ['.5', 2, '.5'],
    ['5.', 2, '5.'],
    ['abc', 2, ''],
  ])('keeps of %s with %d decimals: %s', (typed, decimals, kept) => {
    expect(cleanNumber(typed, decimals)).toBe(kept);
  });

  it.each([
    ['1,234.56', 4, '1234.56'],
    ['12,345,678.9', 2, '12345678.9'],
    ['1,234.', 2, '1234.'],
    ['1e-3', 4, '0.001'],
    [' 1e-3 ', 4, '0.001'],
    ['2.5E3', 2, '2500'],
  ])('G-16 keeps the value of %s: %s decimals, %s', (typed, decimals, kept) => {
    expect(cleanNumber(typed, decimals)).toBe(kept);
  });

  it('typed digit by digit is what is typed at once', () => {
    for (const decimals of [0, 1, 4])
      expect('192.39'.split('').reduce((field, key) => cleanNumber(field + key, decimals), '')).toBe(
        cleanNumber('192.39', decimals),
      );
  });

  it.each([
    ['0.52', '0.52'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['10', '10'],
    ['', undefined],
    ['.', undefined],
    ['0,52', undefined],
    ['1,234.56', undefined],
    ['1e5', undefined],
    ['-5', undefined],
    ['+5', undefined],
    [' 5', undefined],
    ['1.2.3', undefined],
    ['much', undefined],
    ['Infinity', undefined],
  ])('G-16 reads %s, and null where it is no plain decimal', (field, amount) => {
    expect(readNumber(field)?.toFixed()).toBe(amount);
  });
});
