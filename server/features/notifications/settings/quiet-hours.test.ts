import { describe, expect, it } from 'vitest';
import { localTime, quietUntil } from './quiet-hours.ts';

const NIGHT = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
const until = (hours: typeof NIGHT, now: string) => {
  const end = quietUntil(hours, Date.parse(now));
  return end === null ? null : new Date(end).toISOString();
};

describe('quiet hours', () => {
  it.each([
    ['before they begin', '2026-01-10T20:59:59Z', null],
    ['in the evening', '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
    ['after midnight', '2026-01-11T00:30:00Z', '2026-01-11T06:00:00.000Z'],
    ['when they end', '2026-01-11T06:00:00Z', null],
    ['in the night that is an hour short', '2026-03-28T23:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['in the night that is an hour long', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00.000Z'],
  ])('over midnight, %s', (_, now, end) => {
    expect(until(NIGHT, now)).toBe(end);
  });

  it('within a day, by the clock of the place', () => {
    const noon = { from: '12:00', to: '13:30', timeZone: 'Asia/Kathmandu' };
    expect(until(noon, '2026-06-01T06:15:00Z')).toBe('2026-06-01T07:45:00.000Z');
    expect(until(noon, '2026-06-01T12:15:00Z')).toBeNull();
    expect(localTime(Date.parse('2026-06-01T06:15:00Z'), 'Asia/Kathmandu')).toBe('12:00');
  });

  it('that end in the hour that spring leaves out end where the clock leaps', () => {
    const hours = { ...NIGHT, to: '02:30' };
    expect(until(hours, '2026-03-29T00:10:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(until(hours, '2026-03-29T01:00:00Z')).toBeNull();
  });

  it('that end in the hour that autumn has twice never end in the past', () => {
    const hours = { ...NIGHT, to: '02:30' };
    expect(until(hours, '2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(until(hours, '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });
});
