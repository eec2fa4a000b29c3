import { MINUTE } from '#contracts/rules/time.ts';
import type { Db } from '../../db/database.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { deleteExpiredCounts } from './counts.store.ts';
import { deleteOldGuesses } from './wrong-guesses.store.ts';

const EVERY = 10 * MINUTE;

/** Deletes counts that no longer matter, until stopped. */
export function deleteExpired({ db, log }: { db: Db; log: Log }) {
  async function run(): Promise<void> {
    try {
      await deleteExpiredCounts(db, systemClock());
      await deleteOldGuesses(db, systemClock());
    } catch (error) {
      log.error({ err: error }, 'request limits: expired counts not deleted');
    }
  }
  const timer = setInterval(() => void run(), EVERY).unref();
  return {
    run,
    stop: () => clearInterval(timer),
  };
}
