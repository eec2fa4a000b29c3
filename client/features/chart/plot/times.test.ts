import { TickMarkType, type UTCTimestamp } from 'lightweight-charts';
import { afterEach, expect, it, vi } from 'vitest';
import { tickText, zoneText } from './times.ts';

const KINDS = [TickMarkType.Year, TickMarkType.Month, TickMarkType.DayOfMonth, TickMarkType.Time] as const;
/** Every 7 hours and 13 minutes of three years, from 2026 on. */
const TIMES = Array.from({ length: 3600 }, (_, at) => (1_767_225_600 + at * 25_980) as UTCTimestamp);
afterEach(() => vi.unstubAllGlobals());

it('what is built in for American English is what Intl says, whatever space it uses', () => {
  const textsIn = (language: string) => {
    vi.stubGlobal('navigator', { language });
    return TIMES.flatMap((time) => KINDS.map((kind) => tickText(time, kind).replaceAll(/\s/g, ' ')));
  };
  expect(textsIn('en-US')).toEqual(textsIn('en-XA'));
  expect(textsIn('en')).toEqual(textsIn('en-XA'));
});

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
