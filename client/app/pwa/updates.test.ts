import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUpdates } from './updates.ts';

function page({ controlled = true, held = false } = {}) {
  const seen = { reloads: 0, skips: 0, notified: 0 };
  const hold = { on: held };
  const updates = createUpdates({
    controlled,
    reload: () => (seen.reloads += 1),
    isReloadHeld: () => hold.on,
  });
  updates.subscribe(() => (seen.notified += 1));
  return { updates, seen, hold, find: () => updates.found(() => (seen.skips += 1)) };
}

afterEach(() => vi.useRealTimers());

describe('updates', () => {
  it('prompts without forcing a reload', () => {
    const { updates, seen, find } = page();
    find();
    expect(updates.state()).toBe('waiting');
    expect(seen).toEqual({ reloads: 0, skips: 0, notified: 1 });
  });

  it('reloads once when the new worker activates after the press', () => {
    const { updates, seen, find } = page();
    find();
    updates.apply();
    expect(seen).toMatchObject({ skips: 1, reloads: 0 });
    updates.controllerChanged();
    updates.controllerChanged();
    expect(seen.reloads).toBe(1);
  });

  it('P-06 reloads after ten seconds where the new worker is kept waiting', () => {
    vi.useFakeTimers();
    const { updates, seen, find } = page();
    find();
    updates.apply();
    vi.advanceTimersByTime(9_999);
    expect(seen).toMatchObject({ skips: 1, reloads: 0 });
    vi.advanceTimersByTime(1);
    updates.controllerChanged();
    expect(seen.reloads).toBe(1);
  });

  it('does not reload when the first worker of all claims the page', () => {
    const { updates, seen } = page({ controlled: false });
    updates.controllerChanged();
    expect(seen.reloads).toBe(0);
    updates.controllerChanged();
    expect(seen.reloads).toBe(1);
  });

  it('reloads after the press even if no worker controlled the page, as after a forced reload', () => {
    const { updates, seen, find } = page({ controlled: false });
    find();
    updates.apply();
    updates.controllerChanged();
    expect(seen.reloads).toBe(1);
  });

  it('does not reload a held page when another tab updates, and prompts again', () => {
    const { updates, seen, hold } = page({ held: true });
    updates.controllerChanged();
    expect(updates.state()).toBe('replaced');
    expect(seen.reloads).toBe(0);
    hold.on = false;
    updates.apply();
    expect(seen).toMatchObject({ reloads: 1, skips: 0 });
  });
});
