import { MINUTE } from '#contracts/rules/time.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { HookDeps } from '../deps.ts';

const MOST = 60;
const SENTENCE = `Too many signals at once: ${MOST} a minute are taken.`;

/** W-10: counts the calls of all hooks of a person together, whether a sender, an alert or the test button makes them. */
export function callLimit({ sharedLimits }: Pick<HookDeps, 'sharedLimits'>) {
  const calls = sharedLimits.perName({ name: 'signals', most: MOST, windowMs: MINUTE });
  return {
    /** Throws with the time to wait where the limit is reached. */
    take: (userId: string) => calls.take(userId, SENTENCE),
    /** What undoes the count; null where the limit is reached. */
    async tryTake(userId: string): Promise<(() => Promise<void>) | null> {
      try {
        return await calls.take(userId, SENTENCE);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'too-many') return null;
        throw error;
      }
    },
  };
}
