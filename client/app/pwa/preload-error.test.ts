import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../tests/doubles/memory-storage.ts';
import { reloadAfterPreloadError } from './preload-error.ts';

function page() {
  const seen = { reloads: 0, now: 1_000_000, held: false };
  const storage = memoryStorage();
  const fail = () => {
    const event = new Event('vite:preloadError', { cancelable: true });
    reloadAfterPreloadError(event, {
      storage,
      now: () => seen.now,
      isReloadHeld: () => seen.held,
      reload: () => (seen.reloads += 1),
    });
    return event.defaultPrevented;
  };
  return { seen, fail };
}

describe('a chunk that fails to load', () => {
  it('reloads the page once, then lets the error show', () => {
    const { seen, fail } = page();
    expect([fail(), fail()]).toEqual([true, false]);
    expect(seen.reloads).toBe(1);
  });
  it('reloads again after a minute', () => {
    const { seen, fail } = page();
    fail();
    seen.now += 60_000;
    fail();
    expect(seen.reloads).toBe(2);
  });
  it('does not reload over a form that is held', () => {
    const { seen, fail } = page();
    seen.held = true;
    expect(fail()).toBe(false);
    expect(seen.reloads).toBe(0);
  });
});
