import { expect, it } from 'vitest';
import type { Bar } from '../bars.ts';
import { firstChange } from './first-change.ts';

const bars = Array.from({ length: 20 }, (_, openTime) => ({ openTime }) as Bar);
const changed = (from: number, more = 0) => [
  ...bars.slice(0, from),
  ...Array.from({ length: 20 - from + more }, (_, at) => ({ openTime: from + at }) as Bar),
];

it.each([
  ['nothing', bars, 20],
  ['the last bar', changed(19), 19],
  ['the last five', changed(15), 15],
  ['the last six', changed(14), 0],
  ['a further bar', changed(20, 1), 20],
  ['the last bar and four more', changed(19, 4), 19],
  ['the last bar and five more', changed(19, 5), 0],
  ['fewer bars', bars.slice(0, 19), 0],
  ['older bars', [{ openTime: -1 } as Bar, ...bars], 0],
])('%s', (_, next, expected) => {
  expect(firstChange(bars, next)).toBe(expected);
});
