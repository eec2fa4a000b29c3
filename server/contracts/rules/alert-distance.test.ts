import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { alertDistance } from './alert-distance.ts';

it('is a percentage of the price now, negative below it', () => {
  expect(alertDistance(new Big(110), new Big(100)).toFixed()).toBe('10');
  expect(alertDistance(new Big('0.499'), new Big('0.52')).toFixed()).toBe('-4.03');
  expect(alertDistance(new Big(5), new Big(5)).toFixed()).toBe('0');
});
