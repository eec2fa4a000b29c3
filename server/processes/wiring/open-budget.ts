import type { Closers } from '../../lib/closers.ts';
import { AddressBudget } from '../../runtime/rate-budget/address-budget.ts';
import { createRateBudget } from '../../runtime/rate-budget/rate-budget.ts';
import type { Foundation } from './foundation.ts';

/** What this process may send to exchanges: with a bus, shared by the processes of the same outgoing address. */
export function openBudget({ env, bus, metrics }: Pick<Foundation, 'env' | 'bus' | 'metrics'>, closing: Closers) {
  const shared = env.NATS_URL ? new AddressBudget({ bus, address: env.OUTGOING_IP }) : null;
  // Before the bus and after the exchanges: a process takes leave once it sends no more.
  closing.add('request budget', async () => shared?.stop());
  const budget = createRateBudget(shared?.allot);
  metrics.watchBudget(budget);
  return { budget, introduced: async () => shared?.introduced() };
}
