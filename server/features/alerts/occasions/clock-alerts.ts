import { SECOND } from '#contracts/rules/time.ts';
import { howDue } from '../../../domain/conditions/clock-time.ts';
import type { Firer } from '../firing/fire-alerts.ts';
import type { OccasionDeps } from './occasion-deps.ts';

/** At a time; the rest follows at once. */
const MOST = 500;
/** Later than this it says so. */
const LATE_AFTER = 10 * SECOND;

/** K-8: fires what the clock has reached, each once. */
export async function fireDue({ occasions, markets, clock }: OccasionDeps, firer: Firer): Promise<void> {
  const now = clock();
  const due = await occasions.due(now, MOST);
  const fired = due.map(
    ({ num, seq, market, symbol, dueAt }) =>
      new Promise<void>((done) => {
        const happened = {
          price: markets.lastPrice(market, symbol)?.price ?? null,
          time: dueAt,
          late: now - dueAt > LATE_AFTER,
          isOnlyListed: howDue(dueAt, now) === 'listed',
        };
        firer.fire({ num, seq }, happened, () => done());
      }),
  );
  await Promise.all(fired);
}
