import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { compact, compactNumber } from './compact.ts';

it.each([
  ['0', '0.00'],
  ['0.12345', '0.1234'],
  ['1', '1.00'],
  ['999.999', '999.99'],
  ['1000', '1.00K'],
  ['18243', '18.24K'],
  ['999999', '999.99K'],
  ['1000000', '1.00M'],
  ['2500000000', '2.50B'],
  ['1234567000000000', '1,234.56T'],
])('a volume of %s is %s', (amount, expected) => {
  expect(compact(new Big(amount), 'en-US')).toBe(expected);
});

it('a scale does not go below zero', () => {
  expect(compactNumber(-3)).toBe(compactNumber(0));
});
