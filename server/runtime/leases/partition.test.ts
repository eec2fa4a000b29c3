import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../../lib/log.ts';
import { localBus } from '../bus/bus.ts';
import { ownerOf, SharedPartition } from './partition.ts';

it('a member that comes or goes moves its own names alone, and all get about as many', () => {
  const names = Array.from({ length: 600 }, (_, index) => `binance.S${index}USDT`);
  const [three, two] = [
    ['a', 'b', 'c'],
    ['a', 'b'],
  ];
  const owners = names.map((name) => ownerOf(three, name));
  for (const member of three) {
    const count = owners.filter((one) => one === member).length;
    expect(Math.abs(count - 200)).toBeLessThan(60);
  }
  const moved = names.filter((name, index) => ownerOf(two, name) !== owners[index]);
  expect(moved).toEqual(names.filter((_, index) => owners[index] === 'c'));
});

/** Leases as the database keeps them; a dead process never gets an answer. */
function leases() {
  const ends = new Map<string, number>();
  return (isDead: () => boolean) => ({
    async acquire({ holder, ms }: { holder: string; ms: number }) {
      if (isDead()) return new Promise<never>(() => {});
      ends.set(holder, Date.now() + ms);
      return 1;
    },
    async others({ name }: { name: string }) {
      const all = [...ends].map(([holder, end]) => ({ holder, left: end - Date.now() }));
      return all.filter(({ holder, left }) => holder !== name && left > 0);
    },
    release: async ({ holder }: { holder: string }) => void ends.delete(holder),
  });
}

/** How long the others of three, which began so many ms apart, do not know that the first died. */
async function unnoticed(apart: number, died: number): Promise<number> {
  const [store, bus, log] = [leases(), localBus(() => {}), createLog('silent')];
  let diedAt = Infinity;
  const known: number[] = [];
  for (const isFirst of [true, false, false]) {
    const partition = new SharedPartition({
      scope: 'test',
      store: store(() => isFirst && Date.now() >= diedAt),
      bus,
      log,
    });
    await partition.join(() => Date.now() >= diedAt && known.push(Date.now() - diedAt));
    onTestFinished(() => (isFirst ? undefined : partition.leave()));
    await vi.advanceTimersByTimeAsync(apart);
  }
  await vi.advanceTimersByTimeAsync(3_000 + died);
  diedAt = Date.now();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(known).toHaveLength(2);
  return Math.max(...known);
}

it('A-14: whenever one dies, the others take its names over five seconds later at the latest', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const times: number[] = [];
  for (const apart of [0, 1_000, 2_900])
    for (let died = 0; died < 3_000; died += 250) times.push(await unnoticed(apart, died));
  expect(Math.max(...times)).toBeLessThanOrEqual(5_001);
});
