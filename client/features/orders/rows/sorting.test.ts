import { expect, it } from 'vitest';
import type { Sort } from '#contracts/order-lists.ts';
import { NEWEST_FIRST, nextSorting, readSorting, type Sorting, sortedPath, writeSorting } from './sorting.ts';

const pressed = (sort: Sort, times: number): Sorting =>
  Array.from({ length: times }).reduce<Sorting>((now) => nextSorting(now, sort), NEWEST_FIRST);
const inWords = ({ sort, direction, targets }: Sorting) => targets ?? `${sort} ${direction}`;

it('a column sorts descending, ascending, and back to the newest first', () => {
  expect([1, 2, 3].map((times) => inWords(pressed('profit', times)))).toEqual([
    'profit desc',
    'profit asc',
    'date desc',
  ]);
  expect([1, 2].map((times) => inWords(pressed('date', times)))).toEqual(['date asc', 'date desc']);
});

it('the targets filter cycles through both, take profit only, stop loss only, none, and back', () => {
  const cycle = [1, 2, 3, 4, 5].map((times) => inWords(pressed('targets', times)));
  expect(cycle).toEqual(['both', 'take-profit', 'stop-loss', 'none', 'date desc']);
  expect(inWords(nextSorting(pressed('targets', 2), 'price'))).toBe('price desc');
});

it('the address keeps the sorting next to its other parameters, except the default', () => {
  const search = new URLSearchParams('market=binance&section=buy');
  for (const sorting of [pressed('value', 2), pressed('targets', 3), pressed('date', 1), NEWEST_FIRST])
    expect(readSorting(writeSorting(search, sorting))).toEqual(sorting);
  expect(writeSorting(writeSorting(search, pressed('targets', 1)), NEWEST_FIRST).toString()).toBe(search.toString());
  expect(readSorting(new URLSearchParams('sort=luck&direction=up&targets=all'))).toEqual(NEWEST_FIRST);
});

it('is kept in another view of the page', () => {
  const here = writeSorting(new URLSearchParams('section=buy'), pressed('targets', 2));
  const there = new URL(sortedPath('/markets/spot/list?section=sell', here), 'http://site');
  expect(there.pathname).toBe('/markets/spot/list');
  expect(there.searchParams.get('section')).toBe('sell');
  expect(readSorting(there.searchParams)).toEqual(pressed('targets', 2));
});
