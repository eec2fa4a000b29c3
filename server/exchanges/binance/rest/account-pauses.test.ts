import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccountPauses } from './account-pauses.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const credentials = { apiKey: 'one', secret: 's' };
const other = { apiKey: 'other', secret: 's' };

it('lasts as long as the exchange says, for this account', () => {
  const { pause, left } = createAccountPauses();
  pause(10_000, credentials);
  vi.advanceTimersByTime(4_000);
  expect([left(credentials), left(other), left()]).toEqual([6_000, 0, 0]);
  vi.advanceTimersByTime(6_000);
  expect(left(credentials)).toBe(0);
});

it('an answer without a pause does not end it', () => {
  const { pause, left } = createAccountPauses();
  pause(10_000, credentials);
  pause(0, credentials);
  expect(left(credentials)).toBe(10_000);
});

it('is tried again after a minute, however long the exchange says: fills make room', () => {
  const { pause, left } = createAccountPauses();
  pause(3_600_000, credentials);
  expect(left(credentials)).toBe(60_000);
});
