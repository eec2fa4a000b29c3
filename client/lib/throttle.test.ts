import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reserveFrame, throttle, throttleAlone } from './throttle.ts';

const FRAME_MS = 16;
let asked: ((now: number) => void)[] = [];

/** Runs a frame; callbacks requested meanwhile belong to the next one. */
function frame(): void {
  vi.advanceTimersByTime(FRAME_MS);
  const now = performance.now();
  for (const act of asked.splice(0)) act(now);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('requestAnimationFrame', (act: (now: number) => void) => asked.push(act));
  vi.stubGlobal('cancelAnimationFrame', () => {});
});

afterEach(() => {
  // Nothing is left for the next frame.
  frame();
  frame();
  asked = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Records what ran in each frame, with every callback requested before each frame. */
function happened(frames: number, acts: Record<string, number>): string[][] {
  let now: string[] = [];
  const all = Object.entries(acts).map(([name, everyMs]) => throttle(() => now.push(name), everyMs));
  return Array.from({ length: frames }, () => {
    for (const { request } of all) request();
    now = [];
    frame();
    return now;
  });
}

describe('throttle', () => {
  it('runs once a frame, however often it is requested', () => {
    const act = vi.fn();
    const { request } = throttle(act, 0);
    request();
    request();
    frame();
    frame();
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('does not run more often than its interval', () => {
    const seen = happened(40, { rows: 100 });
    const at = seen.flatMap((acts, index) => (acts.length > 0 ? [index * FRAME_MS] : []));
    expect(at.length).toBeGreaterThan(4);
    expect(Math.min(...at.slice(1).map((time, index) => time - at[index]!))).toBeGreaterThanOrEqual(100 - FRAME_MS);
  });

  it('runs alone in a frame, unless it runs in each frame', () => {
    const seen = happened(60, { price: 0, rows: 100, chart: 200 });
    for (const name of ['price', 'rows', 'chart']) expect(seen.flat()).toContain(name);
    for (const [index, acts] of seen.entries()) {
      const slow = acts.filter((act) => act !== 'price');
      expect(slow.length).toBeLessThan(2);
      if (slow.length > 0) expect(seen[index + 1] ?? []).toEqual([]);
    }
  });

  it('waits while another task has the frame', () => {
    const act = vi.fn();
    throttle(act, 0).request();
    reserveFrame();
    frame();
    expect(act).not.toHaveBeenCalled();
    frame();
    expect(act).toHaveBeenCalledTimes(1);
  });
});

describe('throttleAlone', () => {
  it('runs in a frame in which no throttled callback runs', () => {
    const now: string[] = [];
    const price = throttle(() => now.push('price'), 0);
    const book = throttleAlone(() => now.push('book'), 100);
    const seen = Array.from({ length: 40 }, () => {
      price.request();
      book.request();
      now.length = 0;
      frame();
      return [...now];
    });
    const painted = seen.filter((acts) => acts.includes('book'));
    expect(painted.length).toBeGreaterThan(4);
    for (const acts of painted) expect(acts).toEqual(['book']);
    expect(seen.filter((acts) => acts.includes('price')).length).toBeGreaterThan(25);
  });

  it('does not run once it is stopped, not even in the frame that it has reserved', () => {
    vi.stubGlobal('cancelAnimationFrame', (id: number) => asked.splice(id - 1, 1));
    const act = vi.fn();
    const { request, stop } = throttleAlone(act, 100);
    request();
    frame();
    stop();
    frame();
    frame();
    expect(act).not.toHaveBeenCalled();
  });
});
