import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLimiter } from './request-budget.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => vi.advanceTimersByTime(ms);
const limiter = () => createLimiter({ requests: 10, windowMs: 1_000 });

it('keeps a fifth for what is urgent', () => {
  const { admit } = limiter();
  expect(Array.from({ length: 8 }, () => admit('order'))).toEqual(Array.from({ length: 8 }, () => 0));
  expect(admit('order')).toBeGreaterThan(0);
  expect([admit('urgent'), admit('urgent')]).toEqual([0, 0]);
  expect(admit('urgent')).toBeGreaterThan(0);
});

it('keeps another tenth for orders', () => {
  const { admit } = limiter();
  for (let sent = 0; sent < 7; sent += 1) expect(admit('reading')).toBe(0);
  expect(admit('reading')).toBeGreaterThan(0);
  expect(admit('order')).toBe(0);
});

it('counts in a window that rolls, and says how long until there is room', () => {
  const { admit } = limiter();
  for (let sent = 0; sent < 4; sent += 1) admit('urgent');
  later(400);
  for (let sent = 0; sent < 6; sent += 1) admit('urgent');
  expect(admit('urgent')).toBe(600);
  later(600);
  expect(Array.from({ length: 4 }, () => admit('urgent'))).toEqual([0, 0, 0, 0]);
  expect(admit('urgent')).toBe(400);
});

it('what was refused does not count', () => {
  const { admit } = limiter();
  for (let asked = 0; asked < 50; asked += 1) admit('order');
  expect(admit('urgent')).toBe(0);
});

it('lets nothing through while the exchange asked for silence, and never shortens that', () => {
  const { admit, pause, pausedFor } = limiter();
  pause(5_000);
  pause(1_000);
  later(2_000);
  expect([admit('urgent'), pausedFor()]).toEqual([3_000, 3_000]);
  later(3_000);
  expect([admit('urgent'), pausedFor()]).toEqual([0, 0]);
});
