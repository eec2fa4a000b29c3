import { expect, it } from 'vitest';
import { sketch } from '../../../../tests/factories/block-sketch.ts';
import type { Protection } from '../../../domain/exits/protection.ts';
import { ProtectionWatch } from './protection-watch.ts';

type Deps = ConstructorParameters<typeof ProtectionWatch>[0];
type Looked = Parameters<ProtectionWatch['look']>[0];

it('V-13 M-07 while it is not known what rests, no notification says that a position lost its protection or has it again', async () => {
  let now = 0;
  const told: boolean[] = [];
  const { position } = sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
  const row = { endedAt: null, unprotectedSince: null as number | null, reason: null };
  const watch = new ProtectionWatch({
    clock: () => now,
    markets: { findPair: () => null },
    notifications: { wake: () => {} },
    facts: {
      store: {
        changePosition: async (_: unknown, { set }: { set: { unprotectedSince: number | null } }) => {
          row.unprotectedSince = set.unprotectedSince;
          told.push(set.unprotectedSince === null);
        },
      },
    },
  } as unknown as Deps);
  const look = async (after: number, protection: Protection): Promise<void> => {
    now += after;
    const view = { block: { userId: 'ada', id: 'block', market: 'binance', symbol: 'XRPUSDT' } };
    await watch.look({ view, position: { ...position, row }, protection } as unknown as Looked);
  };
  const unknown: Protection = { label: 'unknown', fault: 'not-compared' };
  await look(0, unknown);
  await look(60_000, unknown);
  expect(told).toEqual([]);
  await look(1000, { label: 'unprotected', fault: 'halted' });
  await look(10_000, { label: 'unprotected', fault: 'halted' });
  expect(told).toEqual([false]);
  await look(1000, unknown);
  expect(told).toEqual([false]);
  await look(1000, { label: 'exchange', fault: null });
  expect(told).toEqual([false, true]);
});
