import { expect, it } from 'vitest';
import { coverText } from './cover-text.ts';

const HOUR = 3_600_000;
const FROM = Date.UTC(2026, 9, 1);
const TO = Date.UTC(2026, 10, 1);

it.each([
  ['nothing is said of bars that are cut by its ends', 0.5, 0.5, null],
  ['bars may end after the time that was chosen', 0, -0.5, null],
  ['a late beginning', 1, 0, 'there are prices from 1 Oct 2026, 01:00 UTC on'],
  ['an early end', 0, 1, 'there are prices until 31 Oct 2026, 23:00 UTC'],
  ['both', 24, 24, 'there are prices from 2 Oct 2026, 00:00 UTC to 31 Oct 2026, 00:00 UTC'],
])('X-2: a report names the time that its prices cover: %s', (...[, late, early, text]) => {
  const data = { interval: '1h' as const, from: FROM + late * HOUR, to: TO - early * HOUR };
  expect(coverText(data, { from: FROM, to: TO })).toBe(text);
});
