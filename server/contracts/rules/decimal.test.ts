import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { grouped, priceText } from './decimal.ts';

it.each([
  ['0.5198', undefined, '0.5198'],
  ['999', undefined, '999'],
  ['1000', undefined, '1,000'],
  ['64250.1', 2, '64,250.10'],
  ['1234567.891', undefined, '1,234,567.891'],
  ['1234.5678', 4, '1,234.5678'],
  ['-1234.5', undefined, '-1,234.5'],
  ['-100', undefined, '-100'],
  ['0.00000001', undefined, '0.00000001'],
])('%s with %s decimals is read as %s', (amount, decimals, text) => {
  expect(grouped(new Big(amount), decimals)).toBe(text);
});

it.each([
  ['52952.94', '0.01', '52,952.94'],
  ['52952', '0.01', '52,952.00'],
  ['0.516', '0.0001', '0.5160'],
  ['1234.5', '0.25', '1,234.50'],
  ['1234.5678', '0.01', '1,234.5678'],
  ['12000', '10', '12,000'],
])('issue 21: the price %s on a tick of %s is read as %s', (price, tick, text) => {
  expect(priceText(new Big(price), new Big(tick))).toBe(text);
});
