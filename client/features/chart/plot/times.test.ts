import { TickMarkType, type UTCTimestamp } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { tickText } from './times.ts';

it('hours of a 12-hour clock have no leading zero', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => tickText((hour * 3600) as UTCTimestamp, TickMarkType.Time));
  expect(hours.filter((text) => /^0\d.*[AP]M$/.test(text))).toEqual([]);
});
