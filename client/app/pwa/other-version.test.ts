import { expect, it } from 'vitest';
import { memoryStorage } from '../../../tests/doubles/memory-storage.ts';
import { reloadForOtherVersion } from './other-version.ts';
import { createUpdates } from './updates.ts';

function page({ held = false, isUpdating = false } = {}) {
  const seen = { reloads: 0, checks: 0, now: 1_000_000, held, explained: 0 };
  const storage = memoryStorage();
  const reload = () => (seen.reloads += 1);
  const updates = createUpdates({ controlled: true, reload, isReloadHeld: () => seen.held });
  const misread = () =>
    reloadForOtherVersion({
      now: () => seen.now,
      storage,
      isReloadHeld: () => seen.held,
      checkForUpdate: async () => {
        seen.checks += 1;
        if (isUpdating) queueMicrotask(() => updates.found(() => updates.controllerChanged()));
        return isUpdating;
      },
      updates,
      explain: () => (seen.explained += 1),
      reload,
    });
  return { seen, misread };
}

it('H-04 reloads the page once after an answer of another version', async () => {
  const { seen, misread } = page();
  await misread();
  await misread();
  expect(seen).toMatchObject({ checks: 1, reloads: 1, explained: 1 });
  seen.now += 10 * 60_000 - 1;
  await misread();
  expect(seen.reloads).toBe(1);
  seen.now += 1;
  await misread();
  expect(seen.reloads).toBe(2);
});

it('H-04 a worker that was found activates with the same reload', async () => {
  const { seen, misread } = page({ isUpdating: true });
  await Promise.all([misread(), misread()]);
  expect(seen).toMatchObject({ checks: 1, reloads: 1 });
});

it('H-04 does not reload while the user is typing', async () => {
  const { seen, misread } = page({ held: true });
  await misread();
  expect(seen).toMatchObject({ checks: 0, reloads: 0 });
  seen.held = false;
  await misread();
  expect(seen.reloads).toBe(1);
});
