import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { type ClockTime, clockTimeFault, howDue, nextDue } from './clock-time.ts';
import { listingChanges } from './listing-changes.ts';

const at = (text: string): number => Date.parse(text);
const ALL = [0, 1, 2, 3, 4, 5, 6];
const daily = ([hour, minute]: [number, number], zone: string, days: readonly number[] = ALL): ClockTime => ({
  kind: 'weekly',
  minute: hour * 60 + minute,
  days,
  zone,
});
const due = (time: ClockTime, after: string): string | null => {
  const next = nextDue(time, at(after));
  return next === null ? null : new Date(next).toISOString().slice(0, 16);
};

describe('K-8 a time by the clock', () => {
  it('is due once, or at a time of the day in the zone of the person', () => {
    const once: ClockTime = { kind: 'once', at: at('2026-11-25T10:00:00Z'), zone: 'UTC' };
    expect([due(once, '2026-11-25T09:59:59Z'), due(once, '2026-11-25T10:00:00Z')]).toEqual(['2026-11-25T10:00', null]);
    const berlin = daily([8, 30], 'Europe/Berlin');
    expect(due(berlin, '2026-11-25T07:29:59Z')).toBe('2026-11-25T07:30');
    expect(due(berlin, '2026-11-25T07:30:00Z')).toBe('2026-11-26T07:30');
    expect(due(berlin, '2026-07-01T00:00:00Z')).toBe('2026-07-01T06:30');
    // The evening there is the next day here.
    expect(due(daily([20, 0], 'America/New_York', [3]), '2026-11-25T12:00:00Z')).toBe('2026-11-26T01:00');
    expect(due(daily([0, 15], 'Asia/Tokyo', [1]), '2026-11-25T12:00:00Z')).toBe('2026-11-29T15:15');
  });

  it('comes once where the clock is put back, and is not lost where it is put forward', () => {
    const berlin = daily([2, 30], 'Europe/Berlin');
    expect(due(berlin, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30');
    expect(due(berlin, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30');
    expect(due(berlin, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30');
    expect(due(berlin, '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30');
  });

  it('whatever the zone and the days, is later than now, at that time there, and at most a week away', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland');
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
    const after = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
    fc.assert(
      fc.property(fc.record({ zone, days, minute: fc.integer({ min: 240, max: 1439 }) }), after, (wanted, now) => {
        const next = nextDue({ kind: 'weekly', ...wanted }, now) ?? 0;
        expect(next).toBeGreaterThan(now);
        expect(next - now).toBeLessThanOrEqual(7 * DAY + HOUR);
        const shown = new Intl.DateTimeFormat('en-GB', { timeZone: wanted.zone, timeStyle: 'short' }).format(next);
        expect(Number(shown.slice(0, 2)) * 60 + Number(shown.slice(3))).toBe(wanted.minute);
      }),
      { numRuns: runs(200) },
    );
  });

  it('due while no server ran fires within an hour, and is only listed after that', () => {
    const how = (late: number) => howDue(DAY, DAY + late);
    expect([how(-1), how(0), how(HOUR), how(HOUR + 1)]).toEqual(['not-yet', 'fires', 'fires', 'listed']);
  });

  it('that cannot be used says why', () => {
    const fault = (time: ClockTime) => clockTimeFault(time, DAY);
    expect([
      fault({ kind: 'once', at: DAY + MINUTE, zone: 'UTC' }),
      fault(daily([23, 59], 'UTC')),
      fault(daily([0, 0], 'Asia/Tokyo')),
      // Browsers name some zones by their older names, others by the newer ones.
      ...['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv'].map((zone) => fault(daily([0, 0], zone))),
    ]).toEqual([null, null, null, null, null, null, null]);
    expect(fault({ kind: 'once', at: DAY, zone: 'UTC' })).toBe('Choose a time that is still to come.');
    expect(fault(daily([8, 0], 'UTC', []))).toBe('Choose at least one day.');
    const minute = 'Enter a time of the day between 00:00 and 23:59.';
    expect([fault(daily([24, 0], 'UTC')), fault(daily([0, -1], 'UTC')), fault(daily([0, 0.5], 'UTC'))]).toEqual([
      minute,
      minute,
      minute,
    ]);
    expect(fault(daily([8, 0], 'Europe/Atlantis'))).toBe('Europe/Atlantis is no time zone.');
  });
});

describe('K-9 listings', () => {
  const pair = (base: string, status: 'trading' | 'cancel-only' | 'halted' = 'trading') => ({
    symbol: `${base}USDT`,
    base,
    status,
  });
  const told = (...of: Parameters<typeof listingChanges>) =>
    listingChanges(...of).map(({ coin, event, symbol }) => `${symbol} ${coin} ${event}`);

  it('says which pairs came, began, stopped and left since the last look', () => {
    const before = [pair('XRP'), pair('ADA', 'halted'), pair('OLD'), pair('DOT')];
    const now = [pair('XRP', 'halted'), pair('ADA'), pair('NEW', 'halted'), pair('HOT'), pair('DOT')];
    expect(told(before, now)).toEqual([
      'XRPUSDT XRP halted',
      'ADAUSDT ADA trading',
      'NEWUSDT NEW listed',
      'HOTUSDT HOT listed',
      'HOTUSDT HOT trading',
      'OLDUSDT OLD delisted',
    ]);
  });

  it('a pair that takes no orders is halted, however it takes none', () => {
    expect(told([pair('XRP')], [pair('XRP', 'cancel-only')])).toEqual(['XRPUSDT XRP halted']);
    expect(told([pair('XRP', 'halted')], [pair('XRP', 'cancel-only')])).toEqual([]);
    expect(told([pair('XRP', 'cancel-only')], [pair('XRP')])).toEqual(['XRPUSDT XRP trading']);
    expect(told([], [])).toEqual([]);
  });
});
