import { describe, expect, it } from 'vitest';
import { signInFaults } from './enter.ts';

describe('signInFaults', () => {
  it.each([
    ['', ''],
    ['anna@example.com', ''],
    ['', 'secret'],
    ['   ', 'secret'],
  ])('wants both fields (%j, %j)', (email, password) => {
    expect(signInFaults({ email, password })).toEqual({ form: 'Login or password empty' });
  });

  it('requires an address', () => {
    expect(signInFaults({ email: 'anna@', password: 'secret' })).toEqual({ email: 'Please enter a valid email' });
  });

  it('accepts a password of spaces and an address with surrounding spaces', () => {
    expect(signInFaults({ email: ' anna@example.com ', password: '   ' })).toEqual({});
  });
});
