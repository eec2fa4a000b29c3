import { expect, it } from 'vitest';
import { createLimiter } from './weight-budget.ts';

const at = (start: number) => {
  let time = start;
  const limiter = createLimiter()(() => time);
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
  expect(limiter.admit(1, 'order')).toBeGreaterThan(0);
  expect(limiter.admit(1, 'urgent')).toBe(0);
});

it('M-18: orders go on while what only reads has to wait', () => {
  const { limiter, spend } = at(60_000);
  spend(1, 70);
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
  const shared = createLimiter();
  const [one, other] = [shared(() => 60_000), shared(() => 61_000)];
  one.setLimit(100);
  expect(one.admit(80, 'order')).toBe(0);
  expect(other.admit(1, 'order')).toBeGreaterThan(0);
  one.settle(80, { minute: one.minute(), used: 0 });
  expect(other.admit(1, 'order')).toBe(0);
  other.pause(1_000);
  expect(one.admit(1, 'urgent')).toBeGreaterThan(0);
});
