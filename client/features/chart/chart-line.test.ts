import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { distance, onTick } from './chart-line.ts';

it.each([
  ['0.52344', '0.0001', '0.5234'],
  ['0.52345', '0.0001', '0.5235'],
  ['0.00000000001', '0.0001', '0.0001'],
  ['345.26', '0.1', '345.3'],
])('puts %s on a tick of %s', (price, tick, expected) => {
  expect(onTick(new Big(price), new Big(tick)).toFixed()).toBe(expected);
});

it('shows how far a price is from the market', () => {
  expect(distance(new Big('0.546'), new Big('0.52')).toFixed()).toBe('5');
  expect(distance(new Big('0.494'), new Big('0.52')).toFixed()).toBe('-5');
});
