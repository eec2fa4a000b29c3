import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { AlertType } from '#contracts/alerts.ts';
import { distance } from './distance.ts';

it.each([
  ['PRICE_RISES_ABOVE', '5.5', '5.2', '5.76% to rise'],
  ['PRICE_RISES_ABOVE', '5.5', '5.6', 'passed by 1.78%'],
  ['PRICE_DROPS_BELOW', '3', '5.2', '42.30% to fall'],
  ['PRICE_DROPS_BELOW', '3', '2', 'passed by 50.00%'],
  ['PRICE_REACHES', '3', '2', '50.00% to rise'],
  ['PRICE_REACHES', '2', '3', '33.33% to fall'],
  ['PRICE_REACHES', '2', '2.0', 'at the level'],
  ['PRICE_RISES_ABOVE', '2', '1.9999999', '0.00% to rise'],
] as [AlertType, string, string, string][])('%s %s, now %s: %s', (type, ...rest) => {
  const [price, now, words] = rest;
  expect(distance({ type, price: new Big(price) }, new Big(now))).toBe(words);
});
