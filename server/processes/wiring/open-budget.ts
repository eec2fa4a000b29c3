import { systemClock } from '../../lib/clock.ts';
import type { Closers } from '../../lib/closers.ts';
import { AddressBudget } from '../../runtime/rate-budget/address-budget.ts';
import { wholeAllotment } from '../../runtime/rate-budget/allotment.ts';
import { keptSilences } from '../../runtime/rate-budget/kept-silences.ts';
import { createRateBudget } from '../../runtime/rate-budget/rate-budget.ts';
import { silencesStore } from '../../runtime/rate-budget/silences.store.ts';
import type { Foundation } from './foundation.ts';

interface BudgetDeps extends Pick<Foundation, 'log' | 'db' | 'bus'> {
  env: Pick<Foundation['env'], 'NATS_URL' | 'OUTGOING_IP'>;
  metrics: Pick<Foundation['metrics'], 'watchBudget'>;
}

/** What this process may send to exchanges: with a bus, shared by the processes of the same outgoing address. */
export async function openBudget({ env, log, db, bus, metrics }: BudgetDeps, closing: Closers) {
  const shared = env.NATS_URL ? new AddressBudget({ bus, address: env.OUTGOING_IP }) : null;
  // Before the bus and after the exchanges: a process takes leave once it sends no more.
  closing.add('request budget', async () => shared?.stop());
  const store = silencesStore(db, env.OUTGOING_IP ?? '');
  const keep = (origin: string, until: number): void =>
    void store.keep(origin, until).catch((error: unknown) => {
      log.error({ err: error, origin }, 'an exchange asked for silence, which could not be written down');
    });
  const silences = await store.after(systemClock());
  const budget = createRateBudget(
    keptSilences(shared?.allot ?? wholeAllotment, { clock: systemClock, silences, keep }),
  );
  metrics.watchBudget(budget);
  return { budget, introduced: async () => shared?.introduced() };
}
