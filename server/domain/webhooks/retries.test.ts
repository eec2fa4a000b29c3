import { expect, it } from 'vitest';
import { webhookOutRetries } from '../../../tests/worked-examples/webhooks.ts';
import { retryIn } from './retries.ts';

const ATTEMPTS = Array.from({ length: 10 }, (_, at) => at + 1);
const seconds = (random: number) =>
  ATTEMPTS.map((attempts) => retryIn(attempts, { asked: 0, random: () => random })).map(
    (ms) => ms && Math.round(ms) / 1000,
  );

it('W-15 ten attempts, at the times of the worked example (webhook-out-retries)', () => {
  expect(seconds(0)).toEqual([...webhookOutRetries.out.waits, null]);
});

it('W-15 up to a tenth later, never earlier', () => {
  expect(seconds(1)).toEqual([...webhookOutRetries.out.waits.map((wait) => Math.round(wait * 1100) / 1000), null]);
});

it('W-15 as long as the receiver asks for, a day at most', () => {
  const asked = (ms: number) => retryIn(1, { asked: ms, random: () => 0 });
  expect([asked(4000), asked(60_000), asked(10 * 86_400_000)]).toEqual([5000, 60_000, 86_400_000]);
  expect(retryIn(10, { asked: 60_000 })).toBeNull();
});
