import { describe, expect, it } from 'vitest';
import { around, factsWith, levelOf, runLevel, runOrder, said } from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { keptFree } from './kept-free.ts';
import { levelsWithout, missingByRun } from './missing.ts';
import { runResult } from './run-books.ts';
import { countedBy, ownedBy, type RunFacts, worthTaken } from './run-facts.ts';
import { viewLevels } from './run-step.ts';
import { stopMet } from './stop-conditions.ts';

const kept = (of: Record<string, number>, asked: readonly string[] = []) =>
  Object.entries(of).map(([runId, amount]) => ({ runId, amount: big(amount), isAsked: asked.includes(runId) }));
const missing = (of: Record<string, number>, free: number, asked: readonly string[] = []) =>
  Object.fromEntries(
    [...missingByRun(kept(of, asked), big(free))].map(([runId, amount]) => [runId, amount.toNumber()]),
  );

describe('C-5, C-18 what is missing', () => {
  it('is what all runs keep above what is free, and nothing where that is enough', () => {
    expect(missing({ one: 40, other: 60 }, 100)).toEqual({});
    expect(missing({ one: 40, other: 60 }, 250)).toEqual({});
    expect(missing({ one: 40 }, 39.5)).toEqual({ one: 0.5 });
    expect(missing({ one: 40 }, 0)).toEqual({ one: 40 });
  });
  it('is asked about where most is kept, so that as few as possible are asked', () => {
    expect(missing({ one: 40, other: 60 }, 70)).toEqual({ other: 30 });
    expect(missing({ one: 40, other: 60 }, 30)).toEqual({ other: 60, one: 10 });
  });
  it('stays with the run that is asked already', () => {
    expect(missing({ one: 40, other: 60 }, 70, ['one'])).toEqual({ one: 30 });
    expect(missing({ one: 40, other: 60 }, 50, ['one'])).toEqual({ one: 40, other: 10 });
  });
});

/** Two levels that buy below the market and two that sell above it, all resting; 10 USDT and 3 XRP are spare. */
function grid(change: Partial<RunFacts> = {}): RunFacts {
  const at = (number: number, [buy, sell]: [string, string], startsBy: 'buy' | 'sell') =>
    levelOf(number, {
      buyPrice: big(buy),
      sellPrice: big(sell),
      startsBy,
      cycleOpensBy: 'buy',
      buys: { by: 'fixed', quantity: big(100) },
    });
  return factsWith({
    given: { base: big(203), counter: big(109) },
    levels: [
      runLevel(at(1, ['0.49', '0.50'], 'buy'), { counter: '49' }),
      runLevel(at(2, ['0.50', '0.51'], 'buy'), { counter: '50' }),
      runLevel(at(3, ['0.53', '0.54'], 'sell'), { base: '100' }),
      runLevel(at(4, ['0.54', '0.55'], 'sell'), { base: '100' }),
    ],
    orders: [
      runOrder({ level: 1, price: '0.49', quantity: '100' }),
      runOrder({ level: 2, price: '0.50', quantity: '100' }),
      runOrder({ level: 3, side: 'sell', price: '0.54', quantity: '100' }),
      runOrder({ level: 4, side: 'sell', price: '0.55', quantity: '100' }),
    ],
    ...change,
  });
}
const without = (base: string, counter: string) => {
  const { givesUp, goesOn } = levelsWithout({ base: big(base), counter: big(counter) }, grid(), around());
  return [givesUp, goesOn];
};

describe('C-18 going on with what is left', () => {
  it('takes what no level needs first', () => {
    expect(without('3', '10')).toEqual([[], 4]);
  });
  it('gives the levels up that are farthest from the market, on either side, and no more than it has to', () => {
    expect(without('0', '10.5')).toEqual([[1], 3]);
    expect(without('0', '59')).toEqual([[1], 3]);
    expect(without('0', '59.5')).toEqual([[1, 2], 2]);
    expect(without('3.1', '0')).toEqual([[4], 3]);
    expect(without('103.1', '0')).toEqual([[3, 4], 2]);
    expect(without('4', '11')).toEqual([[1, 4], 2]);
  });
  it('counts a level whose order is due as one whose order rests, and none that is off', () => {
    const due = grid({ orders: grid().orders.filter(({ level }) => level !== 2) });
    expect(levelsWithout({ base: big(0), counter: big('10.5') }, due, around()).givesUp).toEqual([1]);
    const [first, ...others] = grid().levels;
    if (!first) throw new Error('It has levels.');
    const off = grid({ levels: [{ ...first, off: 'given-up' }, ...others] });
    expect(levelsWithout({ base: big(0), counter: big('59') }, off, around())).toEqual({ givesUp: [], goesOn: 3 });
  });
  it('a level that gave up comes down and places nothing more; the others rest on', () => {
    const facts = grid();
    const levels = facts.levels.map((level) =>
      level.level.number === 4 ? { ...level, off: 'given-up' as const } : level,
    );
    expect(said({ ...facts, levels }, around()).steps).toEqual(['cancel 4 0 sell 1']);
    const orders = facts.orders.map((order) =>
      order.level === 4 ? { ...order, state: 'cancelled' as const, cancelAsked: true } : order,
    );
    expect(said({ ...facts, levels, orders }, around()).steps).toEqual([]);
    expect(viewLevels({ ...facts, levels, orders }, around()).map(({ idle }) => idle)).toEqual([
      'resting',
      'resting',
      'resting',
      'given-up',
    ]);
  });
});

describe('C-4, R-14 books without what was taken', () => {
  const taken = { base: big(100), counter: big(10), worth: big(10) };
  const result = (facts: RunFacts, last: string) => {
    const { total, value } = runResult(
      { given: facts.given, owned: ownedBy(facts), counted: countedBy(facts), cycles: [], last: big(last) },
      facts.counterEarning,
    );
    return [value.toNumber(), total.toNumber()];
  };
  it('coins and money that were given are no loss, whatever the price does later', () => {
    expect(ownedBy(grid({ taken }))).toEqual({ base: big(103), counter: big(99) });
    expect(result(grid({ taken }), '0.51')).toEqual([151.53, 0]);
    expect(result(grid({ taken }), '0.61')).toEqual([161.83, 0]);
    expect(result(grid(), '0.61')).toEqual([232.83, 0]);
  });
  it('coins that were bought count by what they were worth then', () => {
    const bought = [
      ...grid().orders,
      runOrder({ turn: -1, side: 'buy', price: '0.5', quantity: '100', filled: '100' }),
    ];
    const facts = grid({ given: { base: big(60), counter: big(200) }, orders: bought });
    const amounts = { base: big(100), counter: big(5) };
    // 60 of them were given; 40 more at 0.52.
    const worth = worthTaken(facts, amounts, big('0.52'));
    expect(worth.toNumber()).toBe(25.8);
    const after = { ...facts, taken: { ...amounts, worth } };
    expect(worthTaken(after, { base: big(10), counter: big(0) }, big('0.6')).toNumber()).toBe(6);
    const [, before] = result(facts, '0.52');
    expect(result(after, '0.52')[1]).toBe(before);
    // Of 99.9 that were bought, 40 are gone: the others rise by 0.08 each.
    expect(result(after, '0.60')[1]).toBeCloseTo((before ?? 0) + 99.9 * 0.08 - 40 * 0.08, 10);
  });
  it('keeps nothing free of it, and meets no stop by it', () => {
    expect(keptFree(grid())).toEqual({ base: big(3), counter: big(10) });
    expect(keptFree(grid({ taken: { base: big(3), counter: big(10), worth: big(10) } }))).toEqual({
      base: big(0),
      counter: big(0),
    });
    const conditions = { below: null, above: null, gain: null, loss: big('0.05'), at: null };
    const met = (facts: RunFacts) => {
      const value = { given: facts.given, owned: countedBy(facts) };
      return stopMet(conditions, { ...value, traded: null, seen: null, last: big('0.51'), now: 0 })?.reason ?? null;
    };
    expect(met(grid({ taken }))).toBeNull();
    expect(met(grid({ taken: { ...taken, worth: big(-20) } }))).toBe('loss');
  });
  it('earning the coin, it counts in coins', () => {
    const facts = grid({ counterEarning: false, taken: { base: big(100), counter: big(10), worth: big(120) } });
    expect(countedBy(facts)).toEqual({ base: big(223), counter: big(99) });
    expect(result(facts, '0.5')[1]).toBe(0);
  });
});
