import { expect, it } from 'vitest';
import { sourceOf } from './source-of.ts';

it('X-8: a report names where its prices are from, an exchange by its name', () => {
  expect(sourceOf({ paper: false }, 'binance')).toBe('Binance');
  expect(sourceOf({ paper: true }, 'binance')).toBe('the paper market');
});
