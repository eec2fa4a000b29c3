import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XRP_TERMS, big, planOf, stopAt, told } from '../../../tests/factories/exit-plans.ts';
import { exitsMerged, exitsThree } from '../../../tests/worked-examples/exit-plans.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { resultAtStop, resultAtTargets, worthOf } from './results.ts';
import { isTooSmall, reserveFor, shareOut, slicesOf } from './slices.ts';

describe.each([
  ['exits-three', exitsThree],
  ['exits-merged', exitsMerged],
] as const)('EX-3, EX-4 worked example %s', (_name, { in: given, out }) => {
  const stop = stopAt(given.stopLoss);
  const plan = planOf(
    given.takeProfits
      .map(
        (price, index) =>
          `${price} ${big(given.shares[index] ?? 0)
            .times(100)
            .toFixed()}`,
      )
      .join(', '),
    stop,
  );
  const { slices, joined } = slicesOf(plan, big(given.sellable), XRP_TERMS);

  it('slices', () => {
    const seen = slices.map(({ quantity, takeProfit }) => ({
      quantity: quantity.toFixed(),
      takeProfit: takeProfit.toFixed(),
      stop: stop.price.toFixed(),
      worthAtStop: quantity.times(stop.price).toFixed(),
      bringsIn: worthOf(quantity, takeProfit, XRP_TERMS).toFixed(),
    }));
    expect(seen).toEqual(out.slices);
  });

  it('what is joined, and why', () => {
    const seen = joined.map(
      ({ quantity, from, to, worth }) =>
        `${quantity.toFixed()} of target ${from.toFixed()} goes to ${to.toFixed()}: at the stop it would be worth ${worth.toFixed()}, under 5`,
    );
    expect(seen).toEqual(out.merged);
  });

  it('results', () => {
    const paid = big(given.spent);
    expect(resultAtTargets(slices, paid, XRP_TERMS).toFixed()).toBe(out.resultIfAllTakeProfits);
    expect(resultAtStop(slices, stop.price, { paid, terms: XRP_TERMS }).toFixed()).toBe(out.resultIfStopFirst);
  });
});

const parts = (targets: string, total: string, stop: string | null = '0.5') => {
  const plan = planOf(targets, stop === null ? null : stopAt(stop));
  const { slices, joined } = slicesOf(plan, big(total), XRP_TERMS);
  return {
    slices: slices.map(
      ({ quantity, takeProfit, targets: of }) => `${quantity.toFixed()} at ${takeProfit.toFixed()} (${of.join('+')})`,
    ),
    joined: joined.map(({ from, to }) => `${from.toFixed()} → ${to.toFixed()}`),
  };
};

describe('EX-3 a slice', () => {
  it('worth exactly the least is one of its own', () => {
    expect(parts('0.6 50, 0.7 50', '20').slices).toEqual(['10 at 0.6 (1)', '10 at 0.7 (2)']);
    expect(parts('0.6 50, 0.7 50', '19.8').slices).toEqual(['19.8 at 0.7 (1+2)']);
  });

  it('that is too small goes with the next, and on with the one after', () => {
    expect(parts('0.6 10, 0.7 10, 0.8 80', '40')).toEqual({
      slices: ['40 at 0.8 (1+2+3)'],
      joined: ['0.6 → 0.7', '0.7 → 0.8'],
    });
  });

  it('that is the last goes with the one before', () => {
    expect(parts('0.6 40, 0.7 50, 0.8 10', '40')).toEqual({
      slices: ['16 at 0.6 (1)', '24 at 0.7 (2+3)'],
      joined: ['0.8 → 0.7'],
    });
  });

  it('is weighed at its target where there is no stop, or where the target lies lower', () => {
    expect(parts('0.6 50, 0.7 50', '16.8', null).slices).toEqual(['8.4 at 0.6 (1)', '8.4 at 0.7 (2)']);
    expect(parts('0.6 50, 0.7 50', '16.6', null).slices).toEqual(['16.6 at 0.7 (1+2)']);
    expect(parts('0.6 50, 0.5 50', '19.8', '0.7').slices).toEqual(['19.8 at 0.6 (1+2)']);
  });

  it('is weighed by the least quantity as well', () => {
    const terms = { ...XRP_TERMS, minQuantity: big(15) };
    const { slices } = slicesOf(planOf('0.6 50, 0.7 50'), big(29), terms);
    expect(told(slices)).toEqual([{ quantity: '29', takeProfit: '0.7', targets: [1, 2] }]);
    expect(slicesOf(planOf('0.6 50, 0.7 50'), big(30), terms).slices).toHaveLength(2);
  });

  it('of nothing is none, even where no least is set', () => {
    const terms = { ...XRP_TERMS, minQuantity: big(0), minNotional: big(0) };
    expect(told(slicesOf(planOf('0.6 1, 0.7 99'), big(1), terms).slices)).toEqual([
      { quantity: '1', takeProfit: '0.7', targets: [1, 2] },
    ]);
  });

  it('may be too small even with all of it', () => {
    const stop = big('0.5');
    const small = (total: string) =>
      isTooSmall(slicesOf(planOf('0.6 50, 0.7 50', stopAt('0.5')), big(total), XRP_TERMS), stop, XRP_TERMS);
    expect([small('9.9'), small('10'), small('0')]).toEqual([true, false, true]);
  });

  it('EX-15 of a copy is joined by the copy’s own quantity', () => {
    const plan = '0.5460 50, 0.5600 30, 0.5800 20';
    expect(parts(plan, '192.1', '0.4940').slices).toHaveLength(3);
    expect(parts(plan, '48', '0.4940').slices).toEqual(['24 at 0.546 (1)', '24 at 0.56 (2+3)']);
  });
});

it('EX-3 slices are the whole, on the step, each large enough or the only one', () => {
  const shares = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(shares, fc.integer({ min: 1, max: 20_000 }), fc.boolean(), (weights, tenths, hasStop) => {
      const sum = weights.reduce((all, each) => all + each, 0);
      const first = weights.slice(0, -1).map((weight) => big(weight).div(sum).round(4, 0));
      const last = first.reduce((left, share) => left.minus(share), big(1));
      const targets = [...first, last].map((share, index) => ({ price: big('0.53').plus(index * 0.01), share }));
      const stop = hasStop ? stopAt('0.4940') : null;
      const total = big(tenths).div(10);
      const { slices } = slicesOf({ targets, stop }, total, XRP_TERMS);
      const together = slices.reduce((all, { quantity }) => all.plus(quantity), big(0));
      expect(together.toFixed()).toBe(total.toFixed());
      expect(slices.flatMap(({ targets: of }) => of)).toEqual(targets.map((_, index) => index + 1));
      const least = (slice: (typeof slices)[number]) => slice.quantity.times(stop?.price ?? slice.takeProfit);
      if (slices.length > 1) for (const slice of slices) expect(least(slice).gte(5)).toBe(true);
      for (const { quantity } of slices) expect(quantity.mod('0.1').eq(0)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

it('EX-3 shares go down to the step, and the last takes the rest', () => {
  expect(shareOut(big('192.1'), [big('0.5'), big('0.3'), big('0.2')], big('0.1')).map(String)).toEqual([
    '96',
    '57.6',
    '38.5',
  ]);
  expect(shareOut(big('10'), [big(1)], big('3')).map(String)).toEqual(['10']);
});

describe('EX-3, EX-4 of a block that sold first', () => {
  const terms = { ...XRP_TERMS, side: 'sell' as const };
  const { slices } = slicesOf(planOf('0.4940 60, 0.4800 40', stopAt('0.5460')), big('192.5'), terms);
  const proceeds = big('99.89604').minus('0.00004');

  it('the reserve of its stop is what all slices cost there beyond what the sale brought in', () => {
    expect(reserveFor(slices, big('0.5460'), big('99.896')).toFixed()).toBe('5.209');
    expect(reserveFor(slices, big('0.5'), proceeds).toFixed()).toBe('0');
  });

  it('results are what the sale brought in less what buying back costs', () => {
    const paid = big('99.896');
    expect(slices.map(({ quantity }) => quantity.toFixed())).toEqual(['115.5', '77']);
    expect(resultAtTargets(slices, paid, terms).toFixed()).toBe('5.879');
    expect(resultAtStop(slices, big('0.5460'), { paid, terms }).toFixed()).toBe('-5.209');
  });
});
