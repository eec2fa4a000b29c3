import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/setup/property-runs.ts';
import { earned, sellable, targetPlan, targetQuantity, type EarningTerms, type FilledEntry } from './earning.ts';

const units = (most: number, decimals: number) =>
  fc.integer({ min: 1, max: most }).map((count) => new Big(count).div(`1e${decimals}`));
const step = fc.constantFrom('0.1', '1', '0.001', '0.00001').map((text) => new Big(text));
const fee = fc.constantFrom('0', '0.001', '0.00075').map((text) => new Big(text));
const price = units(10_000_000, 4);
const RUNS = { numRuns: runs(1_000) };

const world = fc
  .record({ side: fc.constantFrom('buy' as const, 'sell' as const), lots: units(1_000_000, 0), step, fee, at: price })
  .map(({ side, lots, at, ...terms }) => {
    const quantity = lots.times(terms.step);
    return { entry: { side, quantity, counter: quantity.times(at) } satisfies FilledEntry, terms };
  });
const onStep = (amount: Big, { step: size }: { step: Big }) => expect(amount.mod(size).eq(0)).toBe(true);
const kept = (terms: { fee: Big }) => new Big(1).minus(terms.fee);

it('a target trades whole steps, and never more than the entry pays for', () => {
  fc.assert(
    fc.property(world, fc.boolean(), price, ({ entry, terms }, counterEarning, target) => {
      const quantity = targetQuantity(entry, { ...terms, counterEarning }, target);
      onStep(quantity, terms);
      if (entry.side === 'buy') expect(quantity.lte(entry.quantity.times(kept(terms)))).toBe(true);
      if (entry.side === 'sell' && !counterEarning)
        expect(quantity.times(target).lte(entry.counter.times(kept(terms)))).toBe(true);
    }),
    RUNS,
  );
});

it('a sale that earns in counter buys back all that it sold, fee included', () => {
  fc.assert(
    fc.property(world, price, ({ entry, terms }, target) => {
      const quantity = targetQuantity({ ...entry, side: 'sell' }, { ...terms, counterEarning: true }, target);
      expect(quantity.times(kept(terms)).gte(entry.quantity)).toBe(true);
      expect(quantity.minus(terms.step).times(kept(terms)).lt(entry.quantity)).toBe(true);
    }),
    RUNS,
  );
});

it('a purchase that earns in base brings back the counter it spent, or sells all it has', () => {
  fc.assert(
    fc.property(world, price, ({ entry, terms }, target) => {
      const bought: FilledEntry = { ...entry, side: 'buy' };
      const all = targetQuantity(bought, { ...terms, counterEarning: true }, target);
      const quantity = targetQuantity(bought, { ...terms, counterEarning: false }, target);
      const back = quantity.times(target).times(kept(terms));
      expect(back.gte(entry.counter) || quantity.eq(all)).toBe(true);
    }),
    RUNS,
  );
});

it('a better price earns more', () => {
  fc.assert(
    fc.property(world, price, ({ entry, terms }, target) => {
      const earning: EarningTerms = { ...terms, counterEarning: true };
      const further = entry.side === 'buy' ? target.times(2) : target.div(2);
      expect(earned(entry, earning, further).profit.gte(earned(entry, earning, target).profit)).toBe(true);
    }),
    RUNS,
  );
});

it('a stop on the losing side is a loss, whatever the block earns in', () => {
  fc.assert(
    fc.property(world, fc.boolean(), ({ entry, terms }, counterEarning) => {
      const entered = entry.counter.div(entry.quantity);
      const stop = entry.side === 'buy' ? entered.div(2) : entered.times(2);
      expect(earned(entry, { ...terms, counterEarning }, stop).profit.lt(0)).toBe(true);
    }),
    RUNS,
  );
});

it('of a purchase that earns in base it is what buying the missing counter back would cost: 100 at 0.5200, stop at 0.4940', () => {
  const entry = { side: 'buy', quantity: new Big('192.3'), counter: new Big('99.996') } as const;
  const terms = { counterEarning: false, fee: new Big('0.001'), step: new Big('0.1') };
  const { quantity, profit } = earned(entry, terms, new Big('0.4940'));
  expect([quantity.toFixed(), profit.toFixed(4)]).toEqual(['192.1', '-10.5160']);
});

it('both targets together: the list and the order outside it add up, and nothing is counted twice', () => {
  fc.assert(
    fc.property(world, fc.boolean(), fc.tuple(price, price), ({ entry, terms }, counterEarning, [one, other]) => {
      const earning = { ...terms, counterEarning };
      const plan = targetPlan(entry, earning, { takeProfit: one, stopLoss: other });
      expect(plan.quantity.plus(plan.takeProfitRest).eq(targetQuantity(entry, earning, one))).toBe(true);
      expect(plan.quantity.plus(plan.stopLossRest).eq(targetQuantity(entry, earning, other))).toBe(true);
      expect(plan.takeProfitRest.eq(0) || plan.stopLossRest.eq(0)).toBe(true);
      expect(plan.reserve.gte(0)).toBe(true);
    }),
    RUNS,
  );
});

describe('100 USDT at 0.52', () => {
  const entry = (side: 'buy' | 'sell') => ({ side, quantity: new Big('192.3'), counter: new Big('99.996') });
  const terms = (counterEarning: boolean) => ({ counterEarning, fee: new Big('0.001'), step: new Big('0.1') });
  const shown = (of: object) => Object.values(of).map((each: Big) => each.round(6).toFixed());
  const earnedAt = (side: 'buy' | 'sell', at: string, counterEarning = true) =>
    shown(earned(entry(side), terms(counterEarning), new Big(at)));

  it('can sell again what its fee leaves, in whole steps', () => {
    expect(sellable(entry('buy'), terms(true)).toFixed()).toBe('192.1');
  });

  it('earns at 0.546 or, sold, at 0.494, in counter or in base, and as a percentage of its cost', () => {
    expect(earnedAt('buy', '0.546')).toEqual(['192.1', '4.785713', '4.785905']);
    expect(earnedAt('buy', '0.546', false)).toEqual(['183.4', '8.7077', '4.528185']);
    expect(earnedAt('sell', '0.494')).toEqual(['192.5', '4.801004', '4.801196']);
    const nothing = { ...entry('buy'), quantity: new Big(0), counter: new Big(0) };
    expect(shown(earned(nothing, terms(true), new Big('0.546')))).toEqual(['0', '0', '0']);
  });

  it('goes with both targets as one list of the smaller quantity; a sale’s stop needs counter in reserve', () => {
    const plan = (side: 'buy' | 'sell', counterEarning: boolean) => {
      const [takeProfit, stopLoss] = (side === 'buy' ? ['0.546', '0.494'] : ['0.494', '0.546']).map(
        (at) => new Big(at),
      );
      return shown(targetPlan(entry(side), terms(counterEarning), { takeProfit: takeProfit!, stopLoss: stopLoss! }));
    };
    expect(plan('buy', true)).toEqual(['192.1', '0', '0', '0']);
    expect(plan('buy', false)).toEqual(['183.4', '0', '8.7', '0']);
    const raised = { takeProfit: new Big('0.546'), stopLoss: new Big('0.53') };
    expect(targetPlan(entry('buy'), terms(true), raised).reserve.toFixed()).toBe('0');
    expect(plan('sell', true)).toEqual(['192.5', '0', '0', '5.208996']);
    expect(plan('sell', false)).toEqual(['182.9', '19.3', '0', '0']);
  });
});
