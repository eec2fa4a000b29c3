import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wholeAllotment } from './allotment.ts';
import type { CallRank } from './call-rank.ts';
import { createLimiter } from './request-budget.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => vi.advanceTimersByTime(ms);
const limiter = () => createLimiter({ requests: 10, windowMs: 1_000 });

it('keeps a fifth for what is urgent', () => {
  const { admit } = limiter();
  expect(Array.from({ length: 8 }, () => admit('exit'))).toEqual(Array.from({ length: 8 }, () => 0));
  expect(admit('exit')).toBeGreaterThan(0);
  expect([admit('urgent'), admit('urgent')]).toEqual([0, 0]);
  expect(admit('urgent')).toBeGreaterThan(0);
});

it('keeps another tenth for what ends or protects a position, and one more for other orders', () => {
  const { admit } = limiter();
  for (let sent = 0; sent < 6; sent += 1) expect(admit('reading')).toBe(0);
  expect(admit('reading')).toBeGreaterThan(0);
  expect(admit('order')).toBe(0);
  expect(admit('order')).toBeGreaterThan(0);
  expect(admit('exit')).toBe(0);
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

describe('with other processes', () => {
  const partOf = (part: { share?: number; others?: () => number }) =>
    createLimiter(
      { requests: 10, windowMs: 1_000 },
      { ...wholeAllotment(), share: () => part.share ?? 1, othersUse: () => part.others?.() ?? 0 },
    );
  const admitted = ({ admit }: ReturnType<typeof limiter>, rank: CallRank) => {
    let count = 0;
    while (count < 20 && admit(rank) === 0) count += 1;
    return count;
  };

  it.each([
    ['urgent', 5],
    ['exit', 4],
    ['order', 3],
    ['reading', 3],
  ] as const)('%s: its part of the share, %i of 10 in a window', (rank, count) => {
    const half = partOf({ share: 0.5 });
    expect(admitted(half, rank)).toBe(count);
    later(1_000);
    expect(admitted(half, rank)).toBe(count);
  });

  it('a share of less than one request takes as many windows for one', () => {
    const small = partOf({ share: 0.04 });
    expect([small.admit('urgent'), small.admit('urgent')]).toEqual([0, 2_500]);
    later(2_499);
    expect(small.admit('urgent')).toBe(1);
    later(1);
    expect(small.admit('urgent')).toBe(0);
  });

  it('no more than what the others leave, each rank of its part', () => {
    let others = 5;
    const shared = partOf({ others: () => others });
    const ranks = ['reading', 'order', 'exit', 'urgent'] as const;
    expect(ranks.map((rank) => admitted(shared, rank))).toEqual([1, 1, 1, 2]);
    expect(shared.admit('urgent')).toBe(1_000);
    others = 4;
    expect(admitted(shared, 'urgent')).toBe(1);
  });

  it('its load is what all of them have used of the limit', () => {
    const { admit, load } = partOf({ others: () => 3 });
    admit('order');
    expect(load()).toEqual({ used: 4, limit: 10 });
    later(1_000);
    expect(load()).toEqual({ used: 3, limit: 10 });
  });

  it('its use is of the window that ends now', () => {
    const { admit, use } = limiter();
    admit('order');
    later(600);
    admit('order');
    expect(use()).toBe(2);
    later(400);
    expect(use()).toBe(1);
  });

  it('the wait of a request can be asked for without counting it', () => {
    const { admit, wait } = limiter();
    expect([wait('order'), wait('order')]).toEqual([0, 0]);
    while (admit('order') === 0) expect(wait('urgent')).toBe(0);
    expect(wait('order')).toBe(admit('order'));
    expect(wait('order')).toBeGreaterThan(0);
  });
});
