import { expect, it } from 'vitest';
import { readPageSize, restOf, sizeParam } from './page-size.ts';

it.each([
  ['10', 10],
  ['50', 50],
  ['500', 500],
  ['7', 10],
  ['', 10],
  [null, 10],
])('%s rows of a page as stored are %s', (stored, size) => expect(readPageSize(stored)).toBe(size));

it('the usual size is not named, so that the call is the one that the server asks for first', () => {
  expect([sizeParam(10), sizeParam(25)]).toEqual([{}, { size: 25 }]);
});

it('U-7: the filter Unprotected names the page that it looked through where there are others', () => {
  expect(restOf({ page: 0, lastPage: 0 })).toBeNull();
  expect(restOf({ page: 1, lastPage: 2 })).toBe('This filter looks through one page at a time. You see page 2 of 3.');
});
