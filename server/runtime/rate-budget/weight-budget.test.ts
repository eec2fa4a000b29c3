import { describe, expect, it } from 'vitest';
import { wholeAllotment } from './allotment.ts';
import { createWeightBudget } from './weight-budget.ts';

/** A minute of the exchange is taken to begin so late. */
const LATE = 500;

const at = (start: number) => {
  let time = start + LATE;
  const limiter = createWeightBudget().limiter(() => time);
  limiter.setLimit(100);
  const spend = (weight: number, used: number) => {
    const minute = limiter.minute();
    expect(limiter.admit(weight, 'urgent')).toBe(0);
    limiter.settle(weight, { minute, used });
  };
  return { limiter, spend, pass: (ms: number) => (time += ms) };
};

it('M-18: keeps a fifth for cancelling and looking up', () => {
  const { limiter, spend } = at(60_000);
  spend(1, 80);
  expect(limiter.admit(1, 'exit')).toBeGreaterThan(0);
  expect(limiter.admit(1, 'urgent')).toBe(0);
});

it('M-18: what ends or protects a position goes on while entries have to wait', () => {
  const { limiter, spend } = at(60_000);
  spend(1, 70);
  expect(limiter.admit(1, 'order')).toBeGreaterThan(0);
  expect(limiter.admit(10, 'exit')).toBe(0);
  expect(limiter.admit(1, 'exit')).toBeGreaterThan(0);
});

it('M-18: orders go on while what only reads has to wait', () => {
  const { limiter, spend } = at(60_000);
  spend(1, 60);
  expect(limiter.admit(1, 'reading')).toBeGreaterThan(0);
  expect(limiter.admit(10, 'order')).toBe(0);
});

it('M-18: refuses even the urgent when nothing is left, until the next minute', () => {
  const { limiter, spend, pass } = at(60_000 + 45_000);
  spend(1, 100);
  expect(limiter.admit(1, 'urgent')).toBe(15_000);
  pass(15_000);
  expect(limiter.admit(1, 'order')).toBe(0);
});

it('M-18: what waits for the next minute waits until the exchange has surely begun it', () => {
  let time = 119_000;
  const limiter = createWeightBudget().limiter(() => time);
  limiter.admit(1, 'urgent');
  limiter.settle(1, { minute: limiter.minute(), used: 6_000 });
  const waits = [119_000, 119_999, 120_000, 120_499, 120_500].map((now) => {
    time = now;
    return limiter.admit(1, 'urgent');
  });
  expect(waits).toEqual([1_500, 501, 500, 1, 0]);
});

it('counts what is under way, before any answer', () => {
  const { limiter } = at(60_000);
  expect(limiter.admit(50, 'order')).toBe(0);
  expect(limiter.admit(50, 'order')).toBeGreaterThan(0);
  limiter.settle(50, { minute: limiter.minute(), used: undefined });
  expect(limiter.admit(50, 'order')).toBe(0);
});

it('an answer from the minute before does not count for this one', () => {
  const { limiter, pass } = at(60_000 + 59_000);
  const minute = limiter.minute();
  limiter.admit(1, 'order');
  pass(2_000);
  limiter.settle(1, { minute, used: 100 });
  expect(limiter.admit(1, 'order')).toBe(0);
});

it('answers that overtake each other do not lower the count', () => {
  const { limiter, spend } = at(60_000);
  spend(1, 90);
  spend(1, 10);
  expect(limiter.admit(1, 'order')).toBeGreaterThan(0);
});

it('M-18: two who share it have one budget and one silence', () => {
  const shared = createWeightBudget();
  const [one, other] = [shared.limiter(() => 60_500), shared.limiter(() => 61_500)];
  one.setLimit(100);
  expect(one.admit(70, 'order')).toBe(0);
  expect(other.admit(1, 'order')).toBeGreaterThan(0);
  one.settle(70, { minute: one.minute(), used: 0 });
  expect(other.admit(1, 'order')).toBe(0);
  other.pause(1_000);
  expect(one.admit(1, 'urgent')).toBeGreaterThan(0);
});

describe('with other processes', () => {
  /** Half of a limit of 100. */
  const half = () => {
    let time = 60_000 + LATE;
    const budget = createWeightBudget({ ...wholeAllotment(), share: () => 0.5 });
    const limiter = budget.limiter(() => time);
    limiter.setLimit(100);
    return { ...limiter, ...budget, pass: (ms: number) => (time += ms) };
  };

  it.each([
    ['urgent', 50],
    ['exit', 40],
    ['order', 35],
    ['reading', 30],
  ] as const)(
    '%s: its part of the share, a weight of %i of 100 in a minute; it is asked again after a second, since shares change',
    (rank, weight) => {
      const { admit, settle, minute, pass } = half();
      expect(admit(weight, rank)).toBe(0);
      settle(weight, { minute: minute(), used: weight });
      expect(admit(1, rank)).toBe(1_000);
      pass(60_000);
      expect(admit(weight, rank)).toBe(0);
      expect(admit(1, rank)).toBe(1_000);
    },
  );

  it('the next minute may come sooner', () => {
    const { admit, pass } = half();
    pass(59_500);
    expect([admit(50, 'urgent'), admit(1, 'urgent')]).toEqual([0, 500]);
  });

  it('has no room where the others have used it, as the exchange counts', () => {
    const { admit, settle, minute } = half();
    expect(admit(10, 'urgent')).toBe(0);
    settle(10, { minute: minute(), used: 90 });
    expect(admit(11, 'urgent')).toBe(60_000);
    expect(admit(10, 'urgent')).toBe(0);
  });

  it('what is under way at the turn of the minute counts in the next one', () => {
    const { admit, settle, minute, pass } = half();
    const sent = minute();
    expect(admit(30, 'urgent')).toBe(0);
    pass(60_000);
    expect(admit(21, 'urgent')).toBe(1_000);
    settle(30, { minute: sent, used: 30 });
    expect(admit(21, 'urgent')).toBe(1_000);
    expect(admit(20, 'urgent')).toBe(0);
  });

  it('its use is of this minute or of the one before, whichever is more', () => {
    const { admit, settle, minute, use, pass } = half();
    const spend = (weight: number) => {
      expect(admit(weight, 'urgent')).toBe(0);
      settle(weight, { minute: minute(), used: undefined });
    };
    spend(30);
    expect(use()).toBe(30);
    pass(60_000);
    spend(20);
    expect(use()).toBe(30);
    spend(20);
    expect(use()).toBe(40);
    pass(120_000);
    expect(use()).toBe(0);
  });

  it('alone, what the exchange did not charge for leaves its room', () => {
    const { limiter, spend } = at(60_000);
    spend(80, 0);
    spend(80, 0);
    expect(limiter.admit(100, 'urgent')).toBe(0);
  });

  it('the wait of a call can be asked for without counting it', () => {
    const { limiter } = at(60_000);
    for (const rank of ['urgent', 'exit', 'order'] as const) {
      const most = { urgent: 100, exit: 80, order: 70 }[rank];
      expect([limiter.wait(most, rank), limiter.wait(most, rank)]).toEqual([0, 0]);
      expect(limiter.wait(most + 1, rank)).toBe(limiter.admit(most + 1, rank));
    }
    limiter.pause(9_000);
    expect(limiter.wait(1, 'urgent')).toBeCloseTo(9_000, -2);
  });
});
