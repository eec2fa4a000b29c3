import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, market, rules } from '../../../../tests/factories/worked-grids.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { beginLevels } from './begin-levels.ts';
import type { Amounts } from './run-books.ts';
import { successorOf } from './successor.ts';

const LINES = {
  low: big('0.48'),
  high: big('0.56'),
  steps: 8,
  spacing: 'amount' as const,
  size: 'amount' as const,
};
const has = (base: string, counter: string): Amounts => ({ base: big(base), counter: big(counter) });
const of = { market, rules };
const text = ({ base, counter }: Amounts): string => `${base.toFixed()} ${counter.toFixed()}`;
const startText = (start: ReturnType<typeof successorOf>['plan']['startOrder']): string | null =>
  start && `${start.side} ${start.quantity.toFixed()} at ${start.price.toFixed()}`;

/** What the start moves at its limit. */
function traded(start: ReturnType<typeof successorOf>['plan']['startOrder']): Amounts {
  if (!start) return has('0', '0');
  const { side, quantity, price } = start;
  const kept = big(1).minus(rules.fee);
  return side === 'buy'
    ? { base: quantity.times(kept), counter: quantity.times(price).times(-1) }
    : { base: quantity.times(-1), counter: quantity.times(price).times(kept) };
}

const sum = (all: readonly Amounts[]): Amounts =>
  all.reduce((one, other) => ({ base: one.base.plus(other.base), counter: one.counter.plus(other.counter) }));

describe('C-20 what other lines begin with', () => {
  it('C-20: money alone is a new grid of this size', () => {
    const { plan, left } = successorOf(LINES, has('0', '400'), of);
    expect(startText(plan.startOrder)).toBe('buy 377.2 at 0.5256');
    expect(text(plan.given)).toBe('0 399.91632');
    expect(text(left)).toBe('0 0.08368');
    expect(plan.unit?.toFixed()).toBe('50.44');
  });

  it('C-20: coins of the run before are taken for the sales, and only what is short is bought', () => {
    const { plan } = successorOf(LINES, has('300', '250'), of);
    expect(plan.startOrder?.side).toBe('buy');
    expect(plan.startOrder?.quantity.toNumber()).toBeLessThan(130);
    expect(text(plan.given)).toMatch(/^300 249\.\d+$/);
  });

  it('C-20: under the old lines all is coins: as many are sold as the new purchases need, at half a percent less at worst', () => {
    const lower = { ...LINES, low: big('0.4'), high: big('0.48') };
    const at = { market: big('0.44'), rules };
    const { plan, left } = successorOf(lower, has('764.3', '1.2'), at);
    expect(startText(plan.startOrder)).toMatch(/^sell 3\d\d(\.\d)? at 0\.4378$/);
    expect(plan.levels.filter(({ startsBy }) => startsBy === 'sell')).toHaveLength(4);
    expect(plan.given.counter.toFixed()).toBe('1.2');
    expect(left.base.toNumber()).toBeLessThan(1);
    expect(left.counter.toFixed()).toBe('0');
  });

  it('C-20: what is not sold is short for the purchases that are farthest from the market, and no other money is spent', () => {
    const at = { market: big('0.44'), rules };
    const { plan } = successorOf({ ...LINES, low: big('0.4'), high: big('0.48') }, has('764.3', '1.2'), at);
    const half = { base: big('-180'), counter: big('78.7') };
    const begun = beginLevels(plan, half, rules);
    const money = begun.reduce<Big>((all, { start }) => all.plus(start.counter), big(0));
    expect(money.toFixed()).toBe('79.9');
    const purchases = begun
      .filter(({ level }) => level.startsBy === 'buy')
      .map(({ start }) => start.counter.toNumber());
    expect(purchases[0]).toBe(0);
    expect(purchases.toSorted((one, other) => one - other)).toEqual(purchases);
  });

  it('C-20: what is too little for an order of its own is traded as the least that the exchange takes', () => {
    const whole = successorOf(LINES, has('0', '400'), of).plan;
    const needed = whole.startOrder?.quantity.times('0.999') ?? big(0);
    const { plan } = successorOf(LINES, has(needed.minus('2').toFixed(), '203'), of);
    const { quantity, price } = plan.startOrder ?? { quantity: big(0), price: big(0) };
    expect(plan.startOrder === null || quantity.times(price).gte(5)).toBe(true);
  });

  it('C-20: nothing to begin with is no plan', () => {
    const { plan, left } = successorOf(LINES, has('0.04', '0'), of);
    expect(plan.startOrder).toBeNull();
    expect(text(plan.given)).toBe('0 0');
    expect(text(left)).toBe('0.04 0');
  });

  it('C-4, C-20: whatever it owns, it takes no more of it, keeps every unit in sight, and its start at the limit pays for all of its orders', () => {
    const amount = fc.integer({ min: 0, max: 2_000_000 }).map((cents) => big(cents).div(1000));
    const settings = fc.record({
      base: amount,
      counter: amount,
      low: fc.integer({ min: 300, max: 600 }),
      width: fc.integer({ min: 40, max: 300 }),
      steps: fc.integer({ min: 2, max: 20 }),
      price: fc.integer({ min: 250, max: 950 }),
      size: fc.constantFrom('amount' as const, 'coins' as const),
      lowestWeight: fc.constantFrom(undefined, big('2.5')),
    });
    fc.assert(
      fc.property(settings, ({ base, counter, low, width, price, lowestWeight, ...lines }) => {
        const at = { market: big(price).div(1000), rules };
        const [from, to] = [big(low).div(1000), big(low + width).div(1000)];
        const typed = { ...lines, low: from, high: to, spacing: 'amount' as const };
        const { plan, left } = successorOf(lowestWeight ? { ...typed, lowestWeight } : typed, { base, counter }, at);
        expect(text(sum([plan.given, left]))).toBe(text({ base, counter }));
        for (const value of [plan.given.base, plan.given.counter, left.base, left.counter])
          expect(value.gte(0)).toBe(true);
        const moved = traded(plan.startOrder);
        const owns = sum([plan.given, moved]);
        const begun = sum(
          beginLevels(plan, moved, rules)
            .map(({ start }) => start)
            .concat(has('0', '0')),
        );
        expect(begun.base.lte(owns.base)).toBe(true);
        expect(begun.counter.lte(owns.counter)).toBe(true);
        // Each purchase has all the money that it needs.
        const paid = plan.levels
          .filter(({ startsBy }) => startsBy === 'buy')
          .reduce<Big>(
            (all, { buys, buyPrice }) => (buys.by === 'fixed' ? all.plus(buys.quantity.times(buyPrice)) : all),
            big(0),
          );
        expect(begun.counter.toFixed()).toBe(paid.toFixed());
      }),
      { numRuns: runs(200) },
    );
  });
});
