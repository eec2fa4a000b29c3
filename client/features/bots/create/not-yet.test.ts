import { expect, it } from 'vitest';
import { notYet } from './not-yet.ts';

it.each([
  ['trend-grid', {}, /^This type/],
  ['range', {}, /^This type/],
  ['grid', { copyKeys: 'on' }, /copy keys/],
] as const)('a bot that the server does not start yet says why: %s %j', (type, draft, text) => {
  expect(notYet(type, draft)).toMatch(text);
});

it('and any other says nothing', () => {
  expect(notYet('grid', { startAt: '0.5', 'stop.below': '0.4', copyKeys: '' })).toBeNull();
});
