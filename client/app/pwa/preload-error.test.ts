import { describe, expect, it } from 'vitest';
import { reloadAfterPreloadError } from './preload-error.ts';

function page() {
  const kept = new Map<string, string>();
  const seen = { reloads: 0, now: 1_000_000, held: false };
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
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

describe('a part that does not load', () => {
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
