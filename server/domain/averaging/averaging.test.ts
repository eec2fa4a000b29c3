import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XRP_TERMS as TERMS, big } from '../../../tests/factories/exit-plans.ts';
import { averageAll, averageTo, splitPosition } from '../../../tests/worked-examples/averages.ts';
import type { PlanTerms } from '../exit-plan/exit-plan.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { averageNow, bringAverage, goalFault } from '#contracts/rules/bring-average.ts';
import { join } from './join.ts';
import { sharesFault, split, tooSmall } from './split.ts';
import { type Held, breakEvenOf, closingQuantity } from './terms.ts';

const SOLD = { ...TERMS, side: 'sell' as const };

/** As an entry that filled whole leaves it. */
function entered({ quantity, price }: { quantity: string; price: string }, terms: PlanTerms = TERMS): Held {
  const [base, value] = [big(quantity), big(quantity).times(price)];
  const kept = big(1).minus(terms.fee);
  return terms.side === 'buy'
    ? { quantity: base, counter: value, net: base.times(kept) }
    : { quantity: base, counter: value.times(kept), net: base };
}

describe('AV-2 joined blocks', () => {
  it('worked example average-all', () => {
    const parts = averageAll.in.blocks.map((block) => entered(block));
    const joined = join(parts, TERMS);
    expect({
      quantity: joined.quantity.toFixed(),
      spent: joined.counter.toFixed(),
      averagePrice: joined.averagePrice.toFixed(8),
      net: joined.net.toFixed(),
      sellableApart: joined.closingApart.toFixed(),
      sellableJoined: joined.closing.toFixed(),
      dust: joined.dust.toFixed(),
      breakEven: joined.breakEven?.toFixed(),
      breakEvensApart: parts.map((part) => breakEvenOf(part, TERMS)?.toFixed()),
    }).toEqual(averageAll.out);
  });

  it('that sold first mirror it: together they buy back no more than apart', () => {
    const parts = [
      entered({ quantity: '192.3', price: '0.52' }, SOLD),
      entered({ quantity: '100', price: '0.53' }, SOLD),
    ];
    const joined = join(parts, SOLD);
    expect(joined.counter.toFixed()).toBe('152.843004');
    expect([joined.closing.toFixed(), joined.closingApart.toFixed(), joined.dust.toFixed()]).toEqual([
      '292.6',
      '292.7',
      '0.0074',
    ]);
    expect(joined.breakEven?.toFixed()).toBe('0.5223');
  });

  it('too small to sell have no break-even', () => {
    expect(breakEvenOf({ quantity: big('0.1'), counter: big('0.05'), net: big('0.0999') }, TERMS)).toBeNull();
    expect(closingQuantity({ net: big('0.1') }, TERMS).toFixed()).toBe('0.1');
  });
});

describe('AV-4 a split position', () => {
  const whole = entered(splitPosition.in);
  const shares = splitPosition.in.shares.map(big);

  it('worked example split-position', () => {
    const parts = split(whole, shares, TERMS);
    expect(
      parts.map(({ closing, net, counter, breakEven }) => ({
        sellable: closing.toFixed(),
        net: net.toFixed(),
        spent: counter.toFixed(),
        breakEven: breakEven?.toFixed(),
      })),
    ).toEqual(splitPosition.out.parts);
    const sum = join(parts, TERMS);
    expect([sum.counter.toFixed(), sum.net.toFixed()]).toEqual([splitPosition.out.spentSum, splitPosition.out.netSum]);
  });

  it('is split into 2 to 5 parts whose shares are 100% together', () => {
    const fault = (...of: string[]) => sharesFault(of.map(big));
    expect([fault('0.5', '0.5'), fault('0.2', '0.2', '0.2', '0.2', '0.2')]).toEqual([null, null]);
    const count = 'A position is split into 2 to 5 parts.';
    expect([fault('1'), fault('0.1', '0.1', '0.2', '0.2', '0.2', '0.2')]).toEqual([count, count]);
    expect(fault('0.5', '0.4')).toBe('The shares must add up to 100%: they add up to 90%.');
    expect(fault('1', '0')).toBe('Each part needs a share above 0%.');
  });

  it('has parts that can each be sold at their stop', () => {
    const parts = split(whole, shares, TERMS);
    const small = (stop: string | null, minQuantity = '0.1') =>
      tooSmall(parts, { stop: stop === null ? null : big(stop), minNotional: big(5), minQuantity: big(minQuantity) });
    expect([small('0.13'), small('0.1298'), small(null)]).toEqual([null, 3, null]);
    expect([small(null, '57.6'), small(null, '57.7'), small(null, '96.1')]).toEqual([3, 2, 1]);
    const none = split(
      { quantity: big('0.2'), counter: big('0.1'), net: big('0.1998') },
      [big('0.5'), big('0.5')],
      TERMS,
    );
    expect(tooSmall(none, { stop: null, minNotional: big(0), minQuantity: big(0) })).toBe(1);
  });

  it('that sold first is split by what is to be bought back', () => {
    const sold = entered({ quantity: '192.3', price: '0.52' }, SOLD);
    const parts = split(sold, shares, SOLD);
    expect(parts.map(({ closing }) => closing.toFixed())).toEqual(['96.2', '57.7', '38.6']);
    expect(parts.map(({ net }) => net.toFixed())).toEqual(['96.15', '57.69', '38.46']);
    expect(join(parts, SOLD).counter.toFixed()).toBe(sold.counter.toFixed());
  });
});

it('AV-6 nothing is booked: whatever is split and joined again is the same to the last digit', () => {
  const block = fc.record({
    quantity: fc.integer({ min: 50, max: 100_000 }),
    price: fc.integer({ min: 100, max: 90_000 }),
  });
  const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), cuts, fc.boolean(), (blocks, weights, isSold) => {
      const terms = isSold ? SOLD : TERMS;
      const held = blocks.map(({ quantity, price }) =>
        entered({ quantity: big(quantity).div(10).toFixed(), price: big(price).div(10_000).toFixed() }, terms),
      );
      const whole = join(held, terms);
      const sum = weights.reduce((all, each) => all + each, 0);
      const first = weights.slice(0, -1).map((weight) => big(weight).div(sum).round(4, 0));
      const shares = [...first, first.reduce((left, share) => left.minus(share), big(1))];
      const parts = split(whole, shares, terms);
      const again = join(parts, terms);
      for (const amount of ['quantity', 'counter', 'net'] as const) {
        expect(again[amount].toFixed()).toBe(whole[amount].toFixed());
        for (const part of parts) expect(part[amount].gte(0)).toBe(true);
      }
      // Every part is closed in whole steps, and together they close what the whole closes.
      if (!isSold)
        expect(again.closing.toFixed()).toBe(parts.reduce((all, { closing }) => all.plus(closing), big(0)).toFixed());
    }),
    { numRuns: runs(300) },
  );
});

describe('AV-5 bringing the average to a goal', () => {
  const { held, spent, price, goal } = averageTo.in;
  const wish = {
    held: big(held),
    spent: big(spent),
    price: big(price),
    goal: big(goal),
    fee: TERMS.fee,
    step: TERMS.step,
  };

  it('worked example average-to', () => {
    const { quantity, costs, averageThen } = bringAverage(wish);
    expect({
      averageNow: averageNow(wish).toFixed(8),
      buys: quantity.toFixed(),
      costs: costs.toFixed(),
      averageThen: averageThen.toFixed(8),
    }).toEqual(averageTo.out);
  });

  it('a step less would not bring it there', () => {
    const less = bringAverage(wish).quantity.minus(TERMS.step);
    const average = wish.spent.plus(less.times(wish.price)).div(wish.held.plus(less.times('0.999')));
    expect(average.gt(wish.goal)).toBe(true);
  });

  it('needs a goal under the average, and above what a coin costs with its fee', () => {
    expect(goalFault(wish)).toBeNull();
    expect(goalFault({ ...wish, goal: big('0.53') })).toBe('The average is 0.52052052: the goal must lie below it.');
    expect(goalFault({ ...wish, goal: wish.spent.div(wish.held) })).toContain('the goal must lie below it');
    expect(goalFault({ ...wish, goal: big('0.4804') })).toBe(
      'Buying at 0.48 costs 0.48048049 a coin with its fee: the goal must lie above it.',
    );
    expect(goalFault({ ...wish, goal: big('0.4805') })).toBeNull();
    expect(goalFault({ ...wish, price: big('0.4995') })).toContain('the goal must lie above it');
  });
});
