import { expect, it } from 'vitest';
import { wholeAllotment } from './allotment.ts';
import { createRateBudget } from './rate-budget.ts';

const LIMIT = { requests: 10, windowMs: 1_000 };
const now = () => 60_000;

it('adapters of one origin share its limit and its silence; another origin has its own', () => {
  const budget = createRateBudget();
  const [one, other] = [budget.requests('https://one.example', LIMIT), budget.requests('https://one.example', LIMIT)];
  const another = budget.requests('https://another.example', LIMIT);
  for (let sent = 0; sent < 10; sent += 1) expect(one.admit('urgent')).toBe(0);
  expect(other.admit('urgent')).toBeGreaterThan(0);
  expect(another.admit('urgent')).toBe(0);
  one.pause(60_000);
  expect([other.pausedFor() > 0, another.pausedFor()]).toEqual([true, 0]);
});

it('says what each origin is used, and allots it by that', () => {
  const uses = new Map<string, () => number>();
  const budget = createRateBudget((origin, use) => {
    uses.set(origin, use);
    return { ...wholeAllotment(), share: () => 0.5 };
  });
  const limiter = budget.weight('https://weighed.example').limiter(now);
  limiter.setLimit(100);
  limiter.admit(7, 'order');
  budget.requests('https://counted.example', LIMIT).admit('order');
  expect(budget.loads()).toEqual([
    { origin: 'https://weighed.example', share: 0.5, weight: { used: 7, limit: 100 } },
    { origin: 'https://counted.example', share: 0.5, weight: { used: 1, limit: 10 } },
  ]);
  expect([...uses].map(([origin, use]) => [origin, use()])).toEqual([
    ['https://weighed.example', 7],
    ['https://counted.example', 1],
  ]);
});
