import { expect, it } from 'vitest';
import { MinuteLook } from './minute-look.ts';

const ref = (name: string) => ({ userId: name, id: name });

function looking() {
  const own = new Set(['a', 'b', 'c']);
  const seen: string[] = [];
  const times: number[] = [];
  const look = new MinuteLook<ReturnType<typeof ref>>({
    isOwn: (userId) => own.has(userId),
    lookAt: async ({ id }) => {
      seen.push(id);
      times.push(performance.now());
    },
  });
  return { look, seen, own, times };
}

it('N-6: each has its turn, and none comes before it', async () => {
  const { look, seen, times } = looking();
  const began = performance.now();
  await look.take([ref('a'), ref('b'), ref('c')]);
  expect(seen).toEqual(['a', 'b', 'c']);
  // A timer may fire a millisecond early.
  for (const [nth, at] of times.entries()) expect(at - began).toBeGreaterThan(250 * nth - 2);
});

it('A-14: one that has passed to another engine since the look began is left to it', async () => {
  const { look, seen, own } = looking();
  const all = look.take([ref('a'), ref('b')]);
  own.delete('b');
  await all;
  expect(seen).toEqual(['a']);
});

it('a second look is left out while the first is not over, and a stop ends it', async () => {
  const { look, seen } = looking();
  const first = look.take([ref('a'), ref('b'), ref('c')]);
  await look.take([ref('c')]);
  expect(seen).toEqual([]);
  look.stop();
  await first;
  expect(seen).toEqual([]);
});

it('a look that failed does not keep the next one away', async () => {
  const failing = new MinuteLook<ReturnType<typeof ref>>({
    isOwn: () => true,
    lookAt: () => Promise.reject(new Error('It failed.')),
  });
  for (let turn = 0; turn < 2; turn += 1) await expect(failing.take([ref('a')])).rejects.toThrow('It failed.');
});
