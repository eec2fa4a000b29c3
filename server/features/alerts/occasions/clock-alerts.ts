import { SECOND } from '#contracts/rules/time.ts';
import { howDue } from '../../../domain/conditions/clock-time.ts';
import type { Firer } from '../firing/fire-alerts.ts';
import type { OccasionDeps } from './occasion-deps.ts';

/** Read at once; the rest follows in the same look. */
const MOST = 500;
/** Later than this it says so. */
const LATE_AFTER = 10 * SECOND;

/** Fires the first that are due. True where more may be due: as many as can be read at once, and one of them was written. */
async function fireFirst({ occasions, markets, clock }: OccasionDeps, firer: Firer): Promise<boolean> {
  const now = clock();
  const due = await occasions.due(now, MOST);
  const fired = due.map(
    ({ num, seq, market, symbol, dueAt }) =>
      new Promise<boolean>((done) => {
        const happened = {
          price: markets.lastPrice(market, symbol)?.price ?? null,
          time: dueAt,
          late: now - dueAt > LATE_AFTER,
          isOnlyListed: howDue(dueAt, now) === 'listed',
        };
        firer.fire({ num, seq }, happened, (alert) => done(alert !== null));
      }),
  );
  const written = await Promise.all(fired);
  return due.length === MOST && written.includes(true);
}

/** K-8: fires what the clock has reached, each once. */
export async function fireDue(deps: OccasionDeps, firer: Firer): Promise<void> {
  for (let isMore = true; isMore && !firer.isStopped;) isMore = await fireFirst(deps, firer);
}
