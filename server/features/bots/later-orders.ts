import { clientOrderIdOf } from './order-id.ts';
import type { StoredRun } from './runs/runs.store.ts';

/** Turns and attempts beyond those in the books that an order without a row is looked for in. */
const TURNS = 100;
const ATTEMPTS = 3;

const LEGS = ['buy', 'sell'] as const;
const OF_THE_RUN = ['start', 'stop'] as const;

/** M-02: ids of orders that a run of levels may have placed without its database knowing, as after a restore. */
export function laterOrders({ run, levels, orders }: StoredRun): Set<string> {
  const ids = new Set<string>();
  const add = (level: number, turn: number, legs: readonly ('start' | 'stop' | 'buy' | 'sell')[]): void => {
    for (const leg of legs)
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
        ids.add(clientOrderIdOf(run.id, { level, turn, leg, attempt }));
  };
  add(0, 0, OF_THE_RUN);
  for (const { number: level } of levels) {
    const known = orders.reduce((most, order) => (order.level === level ? Math.max(most, order.turn) : most), 0);
    for (let turn = 0; turn <= known + TURNS; turn += 1) add(level, turn, LEGS);
  }
  return ids;
}
