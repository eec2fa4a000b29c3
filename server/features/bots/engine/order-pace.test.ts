import { expect, it } from 'vitest';
import { OrderPace } from './order-pace.ts';

const rates = [
  { most: 10, within: 10_000 },
  { most: 14, within: 86_400_000 },
];

it('C-16: bots place half of what an account may in its interval, and wait for the next one', () => {
  const pace = new OrderPace();
  const take = (orders: number, now: number, key = 'a') => pace.take(key, orders, { rates, now });
  expect([take(2, 12_000), take(2, 15_000), take(2, 19_999)]).toEqual([null, null, 20_000]);
  expect(take(1, 19_999)).toBeNull();
  expect(take(1, 19_999)).toBe(20_000);
  // Each key by itself.
  expect(take(5, 19_999, 'b')).toBeNull();
  expect(take(2, 20_000)).toBeNull();
  // Half of the day's is used up.
  expect(take(1, 20_001)).toBe(86_400_000);
  expect(take(1, 86_400_000)).toBeNull();
});

it('C-16: where no limit is named nothing waits, and no order is larger than a limit', () => {
  const pace = new OrderPace();
  expect(pace.take('a', 500, { rates: [], now: 0 })).toBeNull();
  expect(pace.take('a', 2, { rates: [{ most: 2, within: 1000 }], now: 0 })).toBeNull();
  expect(pace.take('a', 2, { rates: [{ most: 2, within: 1000 }], now: 999 })).toBe(1000);
});
