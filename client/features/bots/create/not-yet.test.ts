import { expect, it } from 'vitest';
import { notYet } from './not-yet.ts';

it.each([
  ['trend-grid', {}, /^This type/],
  ['range', {}, /^This type/],
  ['grid', { startAt: '0.5' }, /not watched yet/],
  ['grid', { 'stop.below': '0.4' }, /not watched yet/],
  ['levels', { 'stop.at': '2026-11-26T12:30' }, /not watched yet/],
  ['grid', { copyKeys: 'on' }, /copy keys/],
] as const)('a bot that the server does not start yet says why: %s %j', (type, draft, text) => {
  expect(notYet(type, draft)).toMatch(text);
});

it('and any other says nothing', () => {
  expect(notYet('grid', { startAt: '', 'stop.below': '', copyKeys: '' })).toBeNull();
});
