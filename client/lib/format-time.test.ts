import { describe, expect, it } from 'vitest';
import { formatClock, formatMoment, formatTime } from './format-time.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('a time', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min ago'],
    [59 * 60_000 + 59_999, '59 min ago'],
  ])('%d ms ago reads %s', (ago, text) => expect(formatTime(NOW - ago, NOW)).toBe(text));

  it('is a date after an hour', () => {
    expect(formatTime(NOW - 3_600_000, NOW, 'en-GB')).toMatch(/^21\/11\/2026, \d\d:\d\d$/);
  });

  it('ahead of this clock is shown as just now', () => {
    expect(formatTime(NOW + 5000, NOW)).toBe('just now');
  });
});

it('a moment of today is shown as its time, without a leading zero; of another day with the date', () => {
  const at = new Date(2026, 10, 22, 7, 11).getTime();
  const space = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(space(formatClock(at, 'en-US'))).toBe('7:11 AM');
  expect(space(formatMoment(at, at + 60_000, 'en-US'))).toBe('7:11 AM');
  expect(space(formatMoment(at, at + 86_400_000, 'en-US'))).toBe('11/22/26, 7:11 AM');
});
