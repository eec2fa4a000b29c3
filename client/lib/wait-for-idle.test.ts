import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitForIdle } from './wait-for-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('waitForIdle', () => {
  it('waits until the browser is idle', async () => {
    const idle = Promise.withResolvers<void>();
    const postTask = vi.fn(() => idle.promise);
    vi.stubGlobal('scheduler', { postTask });
    let isOver = false;
    const waiting = waitForIdle().then(() => (isOver = true));
    await Promise.resolve();
    expect([isOver, postTask.mock.calls]).toEqual([false, [[expect.any(Function), { priority: 'background' }]]]);
    idle.resolve();
    await waiting;
  });

  it('waits at most half a second', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('scheduler', { postTask: () => new Promise(() => {}) });
    const waiting = waitForIdle();
    await vi.advanceTimersByTimeAsync(500);
    await waiting;
  });

  it('does not wait if the browser has no idle callback', async () => {
    // Fake timers are not advanced, so a wait would hang.
    vi.useFakeTimers();
    await waitForIdle();
  });
});
