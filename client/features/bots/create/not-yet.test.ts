import { expect, it } from 'vitest';
import { notYet } from './not-yet.ts';

it('a type that the server does not start yet says so, and any other says nothing', () => {
  expect(notYet('trend-grid')).toMatch(/^This type/);
  expect([notYet('grid'), notYet('range')]).toEqual([null, null]);
});
