import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { amountDecimals, seenDecimals } from './amount-decimals.ts';

const big = (amount: string) => new Big(amount);

it('V-18 four decimals where one unit is worth less than 100 USDT, eight from there on and where no price is known', () => {
  expect(['0.52', '1', '99.99', '100', '60000'].map((usdt) => amountDecimals(big(usdt)))).toEqual([4, 4, 4, 8, 8]);
  expect(amountDecimals(null)).toBe(8);
});

it('G-17 an amount that is not zero never shows as zero', () => {
  const shown = (amount: string, decimals: number) => big(amount).toFixed(seenDecimals(big(amount), decimals), 0);
  expect(shown('0.00000192', 4)).toBe('0.0000019');
  expect(shown('0.0000000019', 8)).toBe('0.0000000019');
  expect(shown('-0.00001', 4)).toBe('-0.000010');
  expect(shown('0.0001', 4)).toBe('0.0001');
  expect(shown('0.1923', 4)).toBe('0.1923');
  expect(shown('0', 4)).toBe('0.0000');
  expect(seenDecimals(null, 4)).toBe(4);
});
