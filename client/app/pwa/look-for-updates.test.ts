import { expect, it } from 'vitest';
import { createLook } from './look-for-updates.ts';

function page() {
  const seen = { asked: 0, now: 0, online: true };
  const look = createLook({
    ask: async () => {
      seen.asked += 1;
      if (seen.asked === 2) throw new Error('no connection');
    },
    now: () => seen.now,
    isOnline: () => seen.online,
  });
  return { seen, ...look };
}

it('H-03 coming to the front looks for another version, once a minute at most', async () => {
  const { seen, look } = page();
  await look();
  await look();
  expect(seen.asked).toBe(1);
  seen.now = 59_999;
  await look();
  expect(seen.asked).toBe(1);
  seen.now = 60_000;
  await look();
  expect(seen.asked).toBe(2);
});

it('H-03 offline nothing is asked; back online, and after an answer of another version, at once', async () => {
  const { seen, look, lookNow } = page();
  seen.online = false;
  await look();
  expect(seen.asked).toBe(0);
  await lookNow();
  await lookNow();
  await lookNow();
  expect(seen.asked).toBe(3);
});
