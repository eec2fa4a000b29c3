import { Big } from 'big.js';
import { assert, bigInt, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from './format-amount.ts';

describe('formatAmount', () => {
  it.each([
    ['1234567.891', 2, 'en', '1,234,567.89'],
    ['1234567.891', 2, 'de', '1.234.567,89'],
    ['0.00000001', 8, 'en', '0.00000001'],
    ['1e-9', 8, 'en', '0.00000000'],
    ['1e21', 0, 'en', '1,000,000,000,000,000,000,000'],
    ['123456789012345678901234.5', 1, 'en', '123,456,789,012,345,678,901,234.5'],
    ['0.4', 4, 'en', '0.4000'],
    ['0.9999', 2, 'en', '0.99'],
    ['-3.5', 2, 'en', '\u22123.50'],
    ['-0.001', 2, 'en', '0.00'],
    ['7', 0, 'en', '7'],
  ])('writes %s with %i decimals in %s as %s', (...[amount, decimals, locale, expected]) => {
    expect(formatAmount(new Big(amount), decimals, locale)).toBe(expected);
  });

  it.each(['en', 'en-US', 'en-GB'])('writes whole numbers in %s as the browser does', (locale) => {
    const browser = new Intl.NumberFormat(locale);
    assert(
      property(bigInt({ min: 0n, max: 10n ** 30n }), (whole) => {
        expect(formatAmount(new Big(String(whole)), 0, locale)).toBe(browser.format(whole));
        expect(formatAmount(new Big('0.5'), 1, locale)).toBe(browser.format(0.5));
      }),
    );
  });
});
