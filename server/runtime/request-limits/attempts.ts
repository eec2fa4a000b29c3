import { systemClock } from '../../lib/clock.ts';
import { Refusal } from '../../lib/errors.ts';
import type { CountsStore, Usage } from './counts.store.ts';
import { tooMany } from './too-many.ts';

/** An attempt as one limit counts it: for whom, and what a refusal says. */
export interface Attempt {
  counts: CountsStore;
  who: string;
  sentence: string;
}

/** Undoes what was counted. */
export type GiveBack = () => Promise<void>;

interface Counted extends Usage {
  attempt: Attempt;
}

const refusal = ({ sentence }: Attempt, { endsAt }: Usage) => tooMany(sentence, Math.max(1, endsAt - systemClock()));

/** Counts nothing. Throws with the time to wait when one of the limits is reached. */
export async function checkAll(attempts: readonly Attempt[]): Promise<void> {
  const standings = await Promise.all(attempts.map(({ counts, who }) => counts.read(who)));
  for (const [nth, attempt] of attempts.entries()) {
    const found = standings[nth];
    if (found && found.count >= attempt.counts.most) throw refusal(attempt, found);
  }
}

const giveBackAll = async (all: readonly Counted[]): Promise<void> => {
  await Promise.all(all.map(({ attempt: { counts, who }, endsAt }) => counts.giveBack(who, endsAt)));
};

/**
 * Counts in every limit, or throws with the time to wait and leaves no count. A limit that is reached is only read, so
 * that a flood of refused attempts writes nothing; of concurrent ones each counts before it learns whether there is room.
 */
export async function takeAll(attempts: readonly Attempt[]): Promise<GiveBack> {
  await checkAll(attempts);
  const results = await Promise.allSettled(
    attempts.map(async (attempt): Promise<Counted> => ({ attempt, ...(await attempt.counts.count(attempt.who)) })),
  );
  const counted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const giveBack = () => giveBackAll(counted);
  const failed = results.find(({ status }) => status === 'rejected');
  const over = counted.find(({ attempt, count }) => count > attempt.counts.most);
  if (failed || over) await giveBack();
  if (failed?.status === 'rejected') throw failed.reason;
  if (over) throw refusal(over.attempt, over);
  return giveBack;
}

/** False when a limit is reached. */
export async function tryTakeAll(attempts: readonly Attempt[]): Promise<boolean> {
  try {
    await takeAll(attempts);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
