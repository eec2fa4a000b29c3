import { describe, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { Refusal } from '../../lib/errors.ts';
import { rateLimit } from './rate-limit.ts';

function refusalAt(waited: number): Refusal {
  let now = 1_700_000_000_000;
  const limit = rateLimit({ most: 2, windowMs: HOUR, clock: () => now });
  limit.take('ada', 'Too many.');
  limit.take('ada', 'Too many.');
  now += waited;
  try {
    limit.take('ada', 'Too many.');
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('nothing was refused');
}

describe('a limit that is reached', () => {
  it.each([
    [1, 'Too many. Try again in 60 minutes.'],
    [HOUR - 130_000, 'Too many. Try again in 3 minutes.'],
    [HOUR - 90_000, 'Too many. Try again in 90 seconds.'],
    [HOUR - 400, 'Too many. Try again in 1 second.'],
  ])('after %d ms says the wait in words', (waited, sentence) => {
    const refusal = refusalAt(waited);
    expect(refusal.message).toBe(sentence);
    expect(refusal.retryAfter).toBeCloseTo((HOUR - waited) / 1000);
  });

  it('is reached for one name only, and until its time is over', () => {
    let now = 0;
    const limit = rateLimit({ most: 1, windowMs: HOUR, clock: () => now });
    limit.take('ada', 'Too many.');
    expect(() => limit.take('bob', 'Too many.')).not.toThrow();
    expect(() => limit.take('ada', 'Too many.')).toThrow('Too many.');
    now = HOUR;
    expect(() => limit.take('ada', 'Too many.')).not.toThrow();
  });
});
