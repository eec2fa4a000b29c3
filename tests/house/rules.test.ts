import { expect, it } from 'vitest';
import { namedBy } from './titles.ts';

/** How many rules each group of capabilities has, without N-7: it is the order of the work, which no test can show. */
const RULES = { C: 27, R: 16, T: 9, PB: 12, B: 6, EX: 15, W: 17, K: 12, AV: 6, X: 13, U: 13, N: 6 };
const ids = Object.entries(RULES).flatMap(([group, last]) =>
  Array.from({ length: last }, (_, index) => `${group}-${index + 1}`),
);

it('every rule of the capabilities is named by a test', () => {
  const named = namedBy(/\b[A-Z]{1,2}-\d{1,2}\b/g);
  expect(ids.filter((id) => !named.has(id))).toEqual([]);
});
