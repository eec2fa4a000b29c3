import { expect, it } from 'vitest';
import { tradeTime } from './trade-time.ts';

const at = (hour: number) => new Date(2026, 10, 22, hour, 4, 31).getTime();
const space = (text: string) => text.replaceAll(/\s/g, ' ');

it('issue 21: the time of a trade has no leading zero where a day has twice twelve hours', () => {
  expect(space(tradeTime(at(9), 'en-US'))).toBe('9:04:31 AM');
  expect(space(tradeTime(at(19), 'en-US'))).toBe('7:04:31 PM');
});

it('issue 21: the time of a trade has two digits where a day has twenty-four hours', () => {
  expect(tradeTime(at(9), 'en-GB')).toBe('09:04:31');
  expect(tradeTime(at(19), 'de-DE')).toBe('19:04:31');
});
