import { describe, expect, it } from 'vitest';
import { passwordFault, passwordRules } from './password.ts';

const EMAIL = 'Ada-2026@example.org';
const GOOD = 'Correct-horse_42';
const KINDS = 'Password must contain uppercase, lowercase, digits and special characters';

describe('a password', () => {
  it.each([
    [GOOD, null],
    ['Abcdefg_12', null],
    ['Abcdefg_1', 'Password must be at least 10 characters'],
    ['CORRECT-HORSE_42', KINDS],
    ['correct-horse_42', KINDS],
    ['Correct-horse_xx', KINDS],
    ['Correct-horse-42', KINDS],
    ['Ada-2026@example.org', 'Password must not be the same as email'],
    ['ADA-2026@Example.org', 'Password must not be the same as email'],
    ['My-TanDem_2026', 'Password must not contain the name Tandem'],
  ])('%s: %s', (password, fault) => {
    expect(passwordFault(password, ` ${EMAIL} `)).toBe(fault);
  });

  it.each(['', '   ', ' '.repeat(12)])('that is blank is told all the rules: "%s"', (password) => {
    expect(passwordFault(password, EMAIL)).toContain('must be at least 10 characters, contain uppercase');
  });

  it('keeps the blanks that it has: they count', () => {
    expect(passwordFault(' Abcdef_1 ', EMAIL)).toBeNull();
  });
});

describe('the rules while one types', () => {
  const met = (password: string) => passwordRules(password, EMAIL).map((rule) => rule.met);

  it('length, lowercase, uppercase, a digit, a special character, and no name', () => {
    expect(met('')).toEqual([false, false, false, false, false, false]);
    expect(met(GOOD)).toEqual([true, true, true, true, true, true]);
    expect(met('Abcdefg_12')[0]).toBe(true);
    expect(met('a')).toEqual([false, true, false, false, false, true]);
    expect(met('A')).toEqual([false, false, true, false, false, true]);
    expect(met('1')).toEqual([false, false, false, true, false, true]);
    expect(met('_')).toEqual([false, false, false, false, true, true]);
    expect(met(EMAIL)[5]).toBe(false);
    expect(met('Tandem')[5]).toBe(false);
  });
});
