import { TickMarkType, type UTCTimestamp } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { tickText, zoneText } from './times.ts';

it('hours of a 12-hour clock have no leading zero', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => tickText((hour * 3600) as UTCTimestamp, TickMarkType.Time));
  expect(hours.filter((text) => /^0\d.*[AP]M$/.test(text))).toEqual([]);
});

it.each([
  ['UTC', 'UTC'],
  ['Europe/Berlin', 'UTC+2'],
  ['Asia/Kolkata', 'UTC+5:30'],
  ['America/New_York', 'UTC-4'],
])('a time zone is stated by its offset: %s', (zone, expected) => {
  expect(zoneText(Date.UTC(2026, 6, 1), zone)).toBe(expected);
});
