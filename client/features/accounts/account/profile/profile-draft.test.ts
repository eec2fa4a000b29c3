import { describe, expect, it } from 'vitest';
import { changesOf, draftFaults } from './profile-draft.ts';

const EMAIL = 'ada@example.org';
const ADA = {
  id: 'ada',
  username: 'Ada',
  email: EMAIL,
  telegram: 'ada_l',
  iconIdx: 1,
  proven: true,
  twoFactorEndsAt: null,
};
const PASSWORD = 'Battery-Staple_77!';

describe('draftFaults', () => {
  it.each([
    [{}, {}],
    [{ username: 'Grace', telegram: '@grace' }, {}],
    [{ telegram: '' }, {}],
    [{ username: ' ' }, { username: 'Please enter your name' }],
    [{ telegram: 'grace hopper' }, { telegram: 'A Telegram name has up to 32 letters, digits and underscores.' }],
    [{ password: PASSWORD, confirmation: PASSWORD }, {}],
    [{ password: PASSWORD }, { confirmation: "Passwords don't match." }],
    [{ password: 'Short1!', confirmation: 'Short1!' }, { password: 'Password must be at least 10 characters' }],
  ])('of %j', (draft, faults) => {
    expect(draftFaults(draft, EMAIL)).toEqual(faults);
  });
});

describe('changesOf', () => {
  it('is one call per changed field', () => {
    expect(changesOf({ username: 'Ada', telegram: 'ada_l' }, ADA)).toEqual([]);
    expect(changesOf({ username: 'Grace', telegram: '', password: PASSWORD, confirmation: PASSWORD }, ADA)).toEqual([
      { username: 'Grace' },
      { telegram: '' },
      { password: PASSWORD, passwordConfirmation: PASSWORD },
    ]);
  });
});
