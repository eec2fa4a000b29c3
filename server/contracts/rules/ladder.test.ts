import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  averageOf,
  costOf,
  ladderFault,
  ladderQuantity,
  ladderShares,
  type LadderTerms,
  ladderTotal,
  limitsFor,
  plannedAverage,
  quantityOf,
} from './ladder.ts';

const big = (amount: string | number) => new Big(amount);
const [TICK, STEP] = [big('0.0001'), big('0.1')];
const terms = (start: string, end: string, { limits = 3, weight = '1' } = {}): LadderTerms => ({
  start: big(start),
  end: big(end),
  limits,
  weight: big(weight),
});

function limitsOf(side: 'buy' | 'sell', of: LadderTerms, total: string) {
  const shares = ladderShares(side, of, TICK);
  const limits = limitsFor(shares, ladderQuantity(shares, big(total), STEP), STEP);
  return { limits, shares, brief: limits.map(({ price, quantity }) => `${quantity.toFixed()} at ${price.toFixed()}`) };
}

describe('EX-9 a ladder', () => {
  it('has the same money at each limit, from the first to the last', () => {
    const { brief, limits } = limitsOf('buy', terms('0.52', '0.48'), '100');
    expect(brief).toEqual(['64 at 0.52', '66.6 at 0.5', '69.6 at 0.48']);
    expect(costOf(limits).toFixed()).toBe('99.988');
    expect(averageOf(limits).toFixed()).toBe('0.49944056');
  });

  it('T-4 has so many times the money of the first at the last, in equal steps between', () => {
    const { brief, limits } = limitsOf('buy', terms('0.52', '0.48', { weight: '3' }), '100');
    expect(brief).toEqual(['32 at 0.52', '66.6 at 0.5', '104.2 at 0.48']);
    expect(costOf(limits).toFixed()).toBe('99.956');
  });

  it('goes up for a sale; its prices are rounded for its owner, both ends stay', () => {
    expect(limitsOf('sell', terms('0.52', '0.53', { limits: 4 }), '200').brief).toEqual([
      '96.1 at 0.52',
      '95.5 at 0.5234',
      '94.9 at 0.5267',
      '94.4 at 0.53',
    ]);
    const prices = limitsOf('buy', terms('0.53', '0.52', { limits: 4 }), '200').limits.map(({ price }) =>
      price.toFixed(),
    );
    expect(prices).toEqual(['0.53', '0.5266', '0.5233', '0.52']);
  });

  it('is refused with what would be accepted', () => {
    const fault = (side: 'buy' | 'sell', of: LadderTerms) => ladderFault(side, of, TICK);
    const counts = 'A ladder has 2 to 10 limits.';
    expect([1, 2, 10, 11, 2.5].map((limits) => fault('buy', terms('0.52', '0.48', { limits })))).toEqual([
      counts,
      null,
      null,
      counts,
      counts,
    ]);
    const money = 'The last limit takes 1 to 5 times the money of the first.';
    expect(['0.99', '1', '5', '5.01'].map((weight) => fault('buy', terms('0.52', '0.48', { weight })))).toEqual([
      money,
      null,
      null,
      money,
    ]);
    const below = 'The last limit of a purchase lies below the first.';
    expect([fault('buy', terms('0.52', '0.53')), fault('buy', terms('0.52', '0.52'))]).toEqual([below, below]);
    expect(fault('sell', terms('0.52', '0.51'))).toBe('The last limit of a sale lies above the first.');
    expect(fault('sell', terms('0.52', '0.53'))).toBeNull();
    const close = 'These limits lie closer together than one step of 0.0001: take fewer of them, or a wider range.';
    expect([fault('buy', terms('0.52', '0.5199')), fault('buy', terms('0.52', '0.5198'))]).toEqual([close, null]);
    expect(fault('buy', terms('0.0002', '0.00005'))).toBe('The last limit must be at least 0.0001.');
  });

  it('never costs more than it is given, and orders again exactly what it was shown as', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const of = terms(
        big('0.3').plus(big(seed).times('0.0007')).toFixed(),
        big('0.05')
          .plus(big((seed * 37) % 200).times('0.0011'))
          .toFixed(),
        {
          limits: 2 + (seed % 9),
          weight: big(1)
            .plus(big((seed * 13) % 400).div(100))
            .toFixed(),
        },
      );
      const total = big(20 + ((seed * 7919) % 5000))
        .div(seed % 2 === 0 ? 1 : 7)
        .round(4);
      const { limits, shares } = limitsOf('buy', of, total.toFixed());
      const quantity = quantityOf(limits);
      expect(costOf(limits).lte(total), `${seed}`).toBe(true);
      // One step more would be beyond it, but for what the steps leave over.
      expect(quantity.plus(STEP).times(plannedAverage(shares)).gt(total), `${seed}`).toBe(true);
      expect(limits.every((limit) => limit.quantity.mod(STEP).eq(0))).toBe(true);
      expect(ladderQuantity(shares, ladderTotal(shares, quantity), STEP).toFixed(), `${seed}`).toBe(quantity.toFixed());
    }
  });
});
