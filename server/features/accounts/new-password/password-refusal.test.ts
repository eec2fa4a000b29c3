import { PASSWORD_KNOWN } from '#contracts/rules/password.ts';
import { describe, expect, it } from 'vitest';
import { passwordRefusal } from './password-refusal.ts';

const refusal = (password: string) => passwordRefusal(password, 'ada@example.org');

describe('S-02: a password that leaks hold', () => {
  it.each([
    'P@ssw0rd123',
    'Password1!',
    'Password@123',
    'g00dPa$$w0rD',
    'Abc123456!',
    'Qwerty123!',
    '1qaz!QAZ2wsx',
    '!QAZ2wsx#EDC',
    'Admin@123456',
    'Welcome2026!',
    'Sunshine#2024',
    'Aaaaaaaa1!',
    'Aug!272010',
    'L58jkdjP!m',
    'Sym_cskill1',
    'friendofEarning$1',
    'IloveYou!1990',
  ])('%s is refused', (password) => {
    expect(refusal(password)).toBe(PASSWORD_KNOWN);
  });

  it.each([
    'Correct-Horse_42!',
    'xK9!vQ2#pL7m',
    'zq7!Rk0$Wm',
    'Tr0ub4dor&3x',
    'Sunshine-over-Tartu_7',
    `Aa1!${'x'.repeat(95)}`,
  ])('%s is taken', (password) => {
    expect(refusal(password)).toBeNull();
  });

  it('nearly every password made at random is taken', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*()_+';
    const random = () =>
      Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % letters.length]);
    const refused = Array.from({ length: 500 }, () => refusal(`${random().join('')}aA1!`)).filter(Boolean);
    expect(refused.length).toBeLessThan(3);
  });
});

describe('the name of the product', () => {
  it.each(['Tandem-2026!', 'my-TANDEM-ride_7', 'Xk2!tandem9#Qw'])('S-02: %s is refused', (password) => {
    expect(refusal(password)).toBe('Password must not contain the name Tandem');
  });
});

it('says the rules of the spec first', () => {
  expect(refusal('password')).toBe('Password must be at least 10 characters');
  expect(refusal('passwordpassword')).toBe('Password must contain uppercase, lowercase, digits and special characters');
  expect(passwordRefusal('Ada.Lovelace_1815@example.org', 'ada.lovelace_1815@EXAMPLE.org')).toBe(
    'Password must not be the same as email',
  );
});
