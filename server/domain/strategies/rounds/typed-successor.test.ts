import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, market, rules } from '../../../../tests/factories/worked-grids.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { beginLevels } from './begin-levels.ts';
import { inverseSuccessor } from './inverse-successor.ts';
import { foldLevel } from './level-fold.ts';
import { tradesOf } from './level-trades.ts';
import type { Amounts } from './run-books.ts';
import type { Successor } from './successor.ts';
import { levelSuccessor, stepsSuccessor } from './typed-successor.ts';

const has = (base: string, counter: string): Amounts => ({ base: big(base), counter: big(counter) });
const of = { market, rules };
const text = ({ base, counter }: Amounts): string => `${base.toFixed()} ${counter.toFixed()}`;
const startText = ({ plan: { startOrder } }: Successor): string | null =>
  startOrder && `${startOrder.side} ${startOrder.quantity.toFixed()} at ${startOrder.price.toFixed()}`;
const sum = (all: readonly Amounts[]): Amounts =>
  all.reduce(
    (one, other) => ({ base: one.base.plus(other.base), counter: one.counter.plus(other.counter) }),
    has('0', '0'),
  );
/** The first order of each level: what it really places, and what the receipt says of both. */
const lines = ({ plan }: Successor, moved = has('0', '0')): string[] =>
  beginLevels(plan, moved, rules).map(({ level, start }) => {
    const { rest, side } = foldLevel(level, { start, orders: [] }, rules);
    const { buys, sells } = tradesOf(level, market, rules);
    const price = side === 'buy' ? level.buyPrice : level.sellPrice;
    return `${side} ${rest.toFixed()} at ${price.toFixed()}, ${buys.toFixed()} and ${sells.toFixed()}`;
  });

/** What the start moves at its limit. */
function traded({ plan: { startOrder } }: Successor): Amounts {
  if (!startOrder) return has('0', '0');
  const { side, quantity, price } = startOrder;
  const kept = big(1).minus(rules.fee);
  return side === 'buy'
    ? { base: quantity.times(kept), counter: quantity.times(price).times(-1) }
    : { base: quantity.times(-1), counter: quantity.times(price).times(kept) };
}

describe('C-20, T-7 other prices of one level', () => {
  const prices = { buy: big('0.51'), sell: big('0.55'), repeat: true };
  const buyFirst = { ...prices, first: 'buy' as const, counterEarning: true };

  it('C-20: money goes on buying, coins go on selling, and nothing is traded between', () => {
    const money = levelSuccessor(buyFirst, has('0.04', '102'), of);
    expect(startText(money)).toBeNull();
    expect(lines(money)).toEqual(['buy 200 at 0.51, 200 and 199.8']);
    expect(text(money.plan.given)).toBe('0 102');
    expect(text(money.left)).toBe('0.04 0');
    const coins = levelSuccessor(buyFirst, has('199.8', '0.3'), of);
    expect(lines(coins)).toEqual(['sell 199.8 at 0.55, 200.5 and 199.8']);
    expect(text(coins.plan.given)).toBe('199.8 0.255');
    expect(text(coins.left)).toBe('0 0.045');
  });

  it('C-20: half a purchase sells what it has, and the next one spends the money that is left too', () => {
    const half = levelSuccessor(buyFirst, has('119.88', '40.8'), of);
    expect(lines(half)).toEqual(['sell 119.8 at 0.55, 200 and 119.8']);
    expect(text(half.plan.given)).toBe('119.8 40.8');
    // And half a sale buys, and sells both.
    expect(lines(levelSuccessor(buyFirst, has('40', '80'), of))).toEqual(['buy 156.8 at 0.51, 156.8 and 196.6']);
  });

  it('C-20: of a level that earns the coin, money which no purchase would spend stays on the account', () => {
    const coin = { ...prices, first: 'sell' as const, counterEarning: false };
    const selling = levelSuccessor(coin, has('190', '20.4'), of);
    expect(text(selling.plan.given)).toBe('190 0');
    expect(text(selling.left)).toBe('0 20.4');
    const buying = levelSuccessor(coin, has('10', '102'), of);
    expect(lines(buying)).toEqual(['buy 200 at 0.51, 200 and 209.8']);
    expect(text(buying.left)).toBe('0 0');
  });
});

describe('C-20, T-6 other steps', () => {
  const settings = { steps: 3, up: big('0.02'), back: big('0.03'), counterEarning: false, repeat: true };

  it('C-20: coins alone are steps as at a start; money buys back first, in the lowest of them', () => {
    const coins = stepsSuccessor(settings, has('300', '0.7'), of);
    expect(lines(coins).map((line) => line.split(',')[0])).toEqual([
      'sell 100 at 0.5335',
      'sell 100 at 0.544',
      'sell 100 at 0.5544',
    ]);
    expect(text(coins.left)).toBe('0 0.7');
    const both = stepsSuccessor(settings, has('200', '52'), of);
    expect(lines(both)).toEqual([
      'buy 100.5 at 0.5174, 100.5 and 100.3',
      'sell 100 at 0.544, 103 and 100',
      'sell 100 at 0.5544, 103 and 100',
    ]);
    expect(text(both.plan.given)).toBe('200 51.9987');
  });

  it('C-20: earning the counter currency, each buys back what it sold', () => {
    const both = stepsSuccessor({ ...settings, counterEarning: true }, has('0.05', '156'), of);
    expect(lines(both)).toEqual([
      'buy 100.5 at 0.5174, 100.5 and 100.3',
      'buy 98.5 at 0.5276, 98.5 and 98.4',
      'buy 96.7 at 0.5377, 96.7 and 96.6',
    ]);
  });
});

describe('C-20, T-3 an inverse grid on other lines', () => {
  const LINES = { low: big('0.48'), high: big('0.56'), steps: 8, spacing: 'amount' as const };

  it('C-20: coins alone are the inverse grid of a start, to the last digit', () => {
    const next = inverseSuccessor(LINES, has('800', '0'), of);
    expect(startText(next)).toBe('sell 400 at 0.5204');
    expect(text(next.plan.given)).toBe('800 0');
    expect(next.plan.unit?.toFixed()).toBe('100');
    const moved = { base: big(-400), counter: big('208.9908') };
    expect(lines(next, moved).map((line) => line.split(',')[0])).toEqual([
      'buy 108.8 at 0.48',
      'buy 106.6 at 0.49',
      'buy 104.4 at 0.5',
      'buy 102.4 at 0.51',
      'sell 100 at 0.53',
      'sell 100 at 0.54',
      'sell 100 at 0.55',
      'sell 100 at 0.56',
    ]);
  });

  it('C-20: money of the run before is taken for the purchases, and only what is short of either is traded', () => {
    const even = inverseSuccessor(LINES, has('400', '208.2'), of);
    expect(startText(even)).toBeNull();
    expect(even.plan.unit?.toFixed()).toBe('100');
    const short = inverseSuccessor(LINES, has('500', '150'), of);
    expect(startText(short)).toMatch(/^sell \d+(\.\d)? at 0\.5204$/);
    expect(short.plan.startOrder?.quantity.toNumber()).toBeLessThan(110);
    const rich = inverseSuccessor(LINES, has('100', '400'), of);
    expect(startText(rich)).toMatch(/^buy \d+(\.\d)? at 0\.5256$/);
  });

  it('C-20: coins that were not sold stay with the levels that buy first, and coins that were not bought are bought lower', () => {
    const short = inverseSuccessor(LINES, has('500', '150'), of);
    const begun = beginLevels(short.plan, has('0', '0'), rules);
    expect(sum(begun.map(({ start }) => start)).base.toFixed()).toBe(short.plan.given.base.toFixed());
    expect(begun.filter(({ level }) => level.startsBy === 'sell').length).toBeGreaterThan(4);
    const rich = inverseSuccessor(LINES, has('100', '400'), of);
    const lower = beginLevels(rich.plan, has('0', '0'), rules);
    expect(lower.filter(({ level }) => level.startsBy === 'sell')).toHaveLength(1);
    for (const { level, start } of lower)
      if (level.startsBy === 'buy') expect(foldLevel(level, { start, orders: [] }, rules).rest.gt(0)).toBe(true);
  });
});

it('C-4, C-20: whatever it owns, no level begins with more, and every unit is in the new run or named as left', () => {
  const amount = fc.integer({ min: 0, max: 2_000_000 }).map((cents) => big(cents).div(1000));
  const settings = fc.record({
    base: amount,
    counter: amount,
    low: fc.integer({ min: 300, max: 600 }),
    width: fc.integer({ min: 20, max: 300 }),
    steps: fc.integer({ min: 2, max: 20 }),
    price: fc.integer({ min: 250, max: 950 }),
    counterEarning: fc.boolean(),
    first: fc.constantFrom('buy' as const, 'sell' as const),
    kind: fc.constantFrom('inverse', 'steps', 'level'),
    filled: fc.integer({ min: 0, max: 10 }),
  });
  fc.assert(
    fc.property(settings, ({ base, counter, low, width, price, steps, counterEarning, first, kind, filled }) => {
      const at = { market: big(price).div(1000), rules };
      const [from, to] = [big(low).div(1000), big(low + width).div(1000)];
      const owned = { base, counter };
      const inOne = { repeat: true, counterEarning };
      const next: Successor =
        kind === 'inverse'
          ? inverseSuccessor({ low: from, high: to, steps, spacing: 'amount' }, owned, at)
          : kind === 'steps'
            ? stepsSuccessor({ ...inOne, steps, up: big('0.02'), back: big('0.015') }, owned, at)
            : levelSuccessor({ ...inOne, first, buy: from, sell: to }, owned, at);
      expect(text(sum([next.plan.given, next.left]))).toBe(text(owned));
      const values: Big[] = [next.plan.given.base, next.plan.given.counter, next.left.base, next.left.counter];
      for (const value of values) expect(value.gte(0)).toBe(true);
      // The start fills in part only.
      const whole = traded(next);
      const part = big(filled).div(10);
      const moved = { base: whole.base.times(part), counter: whole.counter.times(part) };
      const owns = sum([next.plan.given, moved]);
      const begun = beginLevels(next.plan, moved, rules);
      const begins = sum(begun.map(({ start }) => start));
      expect(begins.base.lte(owns.base)).toBe(true);
      expect(begins.counter.lte(owns.counter)).toBe(true);
      for (const { level, start } of begun) {
        const { rest, side } = foldLevel(level, { start, orders: [] }, rules);
        const needs = side === 'buy' ? rest.times(level.firstPrice ?? level.buyPrice) : rest;
        expect(needs.lte(side === 'buy' ? start.counter : start.base)).toBe(true);
      }
    }),
    { numRuns: runs(150), endOnFailure: true },
  );
});
