import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { ceilTo, floorTo } from './steps.ts';

const NINES = `0.${'9'.repeat(25)}`;

it.each([
  ['0.1', '192.39', '192.3', '192.4'],
  ['0.1', '192.3', '192.3', '192.3'],
  ['1', '0', '0', '0'],
  ['0.1', '0.05', '0', '0.1'],
  ['0.00001', '0.000123456', '0.00012', '0.00013'],
  ['10', '192.39', '190', '200'],
  ['100', '99', '0', '100'],
  ['0.05', '192.39', '192.35', '192.4'],
  ['0.25', '1', '1', '1'],
  ['3', '10', '9', '12'],
  // The quotient has more digits than a division keeps.
  ['1', NINES, '0', '1'],
  ['1', `1.${'0'.repeat(24)}1`, '1', '2'],
])('in steps of %s %s goes down to %s and up to %s', (...[step, amount, down, up]) => {
  expect(floorTo(new Big(step), new Big(amount)).toFixed()).toBe(down);
  expect(ceilTo(new Big(step), new Big(amount)).toFixed()).toBe(up);
});
