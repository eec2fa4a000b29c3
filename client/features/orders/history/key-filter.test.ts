import { expect, it } from 'vitest';
import { keyFilter } from './key-filter.ts';

it('V-19 a choice that names a key asks for that key alone, its group for the group, all for all', () => {
  const active = { uid: 'a', name: 'Paper' };
  expect(keyFilter('', { active })).toEqual({ uid: 'a' });
  expect(keyFilter('b', { active })).toEqual({ uid: 'b' });
  expect(keyFilter('group', { active })).toEqual({ scope: 'group' });
  expect(keyFilter('all', { active })).toEqual({ scope: 'all' });
  expect(keyFilter('', { active: null })).toEqual({ scope: 'all' });
});
