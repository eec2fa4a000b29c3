import { expect, it } from 'vitest';
import { monthOf, monthsLater, readMonth, spanOfDay, spanOfMonth, weeksOf } from './month.ts';

it('a month is read from an address, and nothing else is', () => {
  expect(readMonth('2026-02')).toEqual({ year: 2026, month: 2 });
  for (const text of ['2026-13', '2026-00', '2026-2', '', null, '2026-02-01']) expect(readMonth(text)).toBeNull();
});

it('months follow each other over years', () => {
  expect(monthsLater({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
  expect(monthsLater({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(monthOf(new Date(2026, 1, 28, 23, 59).getTime())).toEqual({ year: 2026, month: 2 });
});

it('spans are from midnight to midnight of this clock', () => {
  expect(spanOfMonth({ year: 2026, month: 12 })).toEqual({
    from: new Date(2026, 11, 1).getTime(),
    before: new Date(2027, 0, 1).getTime(),
  });
  expect(spanOfDay('2026-02-28')).toEqual({
    from: new Date(2026, 1, 28).getTime(),
    before: new Date(2026, 2, 1).getTime(),
  });
  expect(spanOfDay('2026-02')).toBeNull();
});

it('weeks begin on Monday and hold every day once', () => {
  const weeks = weeksOf({ year: 2026, month: 11 });
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeksOf({ year: 2027, month: 2 })).toHaveLength(4);
});
