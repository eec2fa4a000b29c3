import { expect, it } from 'vitest';
import { namedBy, titles } from './titles.ts';

/** The last number of each group of findings, from the first one on. */
const FINDINGS = [
  ['V', 1, 20],
  ['L', 1, 7],
  ['S', 50, 62],
  ['D', 1, 5],
  ['G', 1, 20],
  ['H', 1, 9],
] as const;
const ids = FINDINGS.flatMap(([group, first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => `${group}-${String(first + at).padStart(2, '0')}`),
);

it('every finding is named by a test', () => {
  const named = namedBy(/\b[A-Z]-\d{2}\b/g);
  expect(titles.length).toBeGreaterThan(1000);
  expect(ids.filter((id) => !named.has(id))).toEqual([]);
});
