import { expect, it } from 'vitest';
import { backoff, jittered } from './backoff.ts';

it('doubles from min to max, however many retries there were', () => {
  expect([1, 2, 3, 4, 5, 2_000].map((retry) => backoff(retry, { min: 1, max: 10 }))).toEqual([1, 2, 4, 8, 10, 10]);
});

it('grows by another factor where one is given', () => {
  expect([1, 2, 3, 4].map((retry) => backoff(retry, { min: 1, max: 10, factor: 3 }))).toEqual([1, 3, 9, 10]);
});

it.each([
  [0, 50],
  [0.5, 75],
  [1, 100],
])('a random number of %d makes %d of a delay between half and whole', (random, delay) => {
  expect(jittered(100, [0.5, 1], () => random)).toBe(delay);
});
