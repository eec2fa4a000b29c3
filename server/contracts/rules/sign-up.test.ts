import { expect, it } from 'vitest';
import { emailFault, signUpFaults } from './sign-up.ts';

const GOOD = {
  email: 'ada@example.org',
  username: 'Ada',
  password: 'Correct-horse_42',
  passwordConfirmation: 'Correct-horse_42',
};

it.each(['ada@example.org', ' ada@example.org ', "o'neill+x@a.b-c.example"])('%s is an address', (email) => {
  expect(emailFault(email)).toBeNull();
});

it.each([
  '',
  'ada',
  'ada@localhost',
  '@example.org',
  'ada@-x.org',
  'ada@x-.org',
  'a da@x.org',
  'ada@x.org.',
  'ada@x..org',
])('"%s" is none', (email) => expect(emailFault(email)).toBe('Please enter a valid email'));

it('each field that is wrong has its sentence, and no other', () => {
  expect(signUpFaults(GOOD)).toEqual({});
  expect(signUpFaults({ ...GOOD, username: ' ' })).toEqual({ username: 'Please enter your name' });
  expect(signUpFaults({ ...GOOD, email: 'ada' })).toEqual({ email: 'Please enter a valid email' });
  expect(signUpFaults({ ...GOOD, passwordConfirmation: 'Correct-horse_43' })).toEqual({
    passwordConfirmation: "Passwords don't match.",
  });
  expect(signUpFaults({ ...GOOD, password: 'short', passwordConfirmation: 'short' })).toEqual({
    password: 'Password must be at least 10 characters',
  });
});
