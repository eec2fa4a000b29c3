import type { BotDeps } from '../deps.ts';
import { runChanges } from '../run-changes.ts';
import { type HeldRuns, runWork } from '../runs/run-work.store.ts';

/** C-8, C-12: takes down what was left in the book of runs that place nothing; they stay as they are. False where nothing was. */
export async function withdrawOrders(
  { db, clock, bus }: Pick<BotDeps, 'db' | 'clock' | 'bus'>,
  held: HeldRuns,
  reason: string,
): Promise<boolean> {
  const withdrawn = await runWork(db).withdraw(held, { text: `Its orders come down. ${reason}`, now: clock() });
  for (const ref of withdrawn) runChanges(bus).publish(ref);
  return withdrawn.length > 0;
}
