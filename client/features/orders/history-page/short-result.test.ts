import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { shortResult } from './short-result.ts';

describe('a result in a day of a phone’s calendar', () => {
  it.each([
    ['0', '0'],
    ['2.1299', '+2.12'],
    ['-2.1257', '−2.13'],
    ['-0.0757', '−0.08'],
    ['0.0049', '+0.00'],
    ['99.999', '+99.99'],
    ['-99.999', '−100.00'],
    ['340.7', '+340'],
    ['-340.2', '−341'],
    ['-1234.5', '−1,240'],
    ['12345', '+12.3k'],
    ['-12345', '−12.4k'],
    ['-1000000.01', '−1.01M'],
  ])('%s is %s', (profit, text) => {
    expect(shortResult(new Big(profit), 'en')).toBe(text);
  });
});
