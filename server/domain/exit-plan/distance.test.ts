import { expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { basisPoints, distanceFault } from './distance.ts';

it('EX-7 a distance in percent goes out in basis points', () => {
  expect(['0.001', '0.0725', '0.2'].map((distance) => basisPoints(big(distance)))).toEqual([10, 725, 2000]);
});

it('EX-7 the narrower bounds stand: ours, or the exchange’s', () => {
  const fault = (distance: string, min: number, max: number) => distanceFault(big(distance), { min, max });
  expect(fault('0.0005', 1, 100)).toBe('The trailing distance must be 0.1% to 1%.');
  expect(fault('0.3', 50, 5000)).toBe('The trailing distance must be 0.5% to 20%.');
  expect([fault('0.001', 10, 2000), fault('0.2', 10, 2000)]).toEqual([null, null]);
});
