import { TickMarkType, type UTCTimestamp } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { tickText, zoneText } from './times.ts';

it('hours of a 12-hour clock have no leading zero', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => tickText((hour * 3600) as UTCTimestamp, TickMarkType.Time));
  expect(hours.filter((text) => /^0\d.*[AP]M$/.test(text))).toEqual([]);
});

it.each([
  [0, 'UTC'],
  [-0, 'UTC'],
  [120, 'UTC+2'],
  [330, 'UTC+5:30'],
  [-240, 'UTC-4'],
  [-570, 'UTC-9:30'],
  [-45, 'UTC-0:45'],
  [65, 'UTC+1:05'],
])('a time zone is stated by its offset: %s minutes ahead', (ahead, expected) => {
  expect(zoneText(ahead)).toBe(expected);
});
