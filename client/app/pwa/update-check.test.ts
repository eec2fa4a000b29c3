import { expect, it } from 'vitest';
import { createUpdateCheck } from './update-check.ts';

function page() {
  const seen = { checks: 0, now: 0, online: true };
  const check = createUpdateCheck({
    fetchUpdate: async () => {
      seen.checks += 1;
      if (seen.checks === 2) throw new Error('no connection');
    },
    now: () => seen.now,
    isOnline: () => seen.online,
  });
  return { seen, ...check };
}

it('H-03 checks for another version when the page becomes visible, once a minute at most', async () => {
  const { seen, check } = page();
  await check();
  await check();
  expect(seen.checks).toBe(1);
  seen.now = 59_999;
  await check();
  expect(seen.checks).toBe(1);
  seen.now = 60_000;
  await check();
  expect(seen.checks).toBe(2);
});

it('H-03 does not check while offline; checks at once when back online or after an answer of another version', async () => {
  const { seen, check, checkNow } = page();
  seen.online = false;
  await check();
  expect(seen.checks).toBe(0);
  await checkNow();
  await checkNow();
  await checkNow();
  expect(seen.checks).toBe(3);
});
