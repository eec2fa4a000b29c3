import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderTerms } from '../domain/market/exchange-order.ts';
import { roundPrice, roundQuantity, roundTerms } from './rounding.ts';

/** A decimal of up to `digits` digits with `decimals` of them behind the point. */
const decimal = (digits: number, decimals: number) =>
  fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) }).map((units) => new Big(units.toString()).div(`1e${decimals}`));
const step = fc
  .tuple(fc.constantFrom(1, 2, 5), fc.integer({ min: -8, max: 2 }))
  .map(([mantissa, exponent]) => new Big(`${mantissa}e${exponent}`));
const side = fc.constantFrom('buy' as const, 'sell' as const);
const pairOf = (tick: Big) => ({ tick, step: tick, marketQuantity: null });
const isMultiple = (amount: Big, of: Big) => amount.mod(of).eq(0);
const runs = { numRuns: 1_000 };

describe('req. 10: a price on the tick', () => {
  it('is a multiple of the tick, never worse for the owner, and less than one tick away', () => {
    fc.assert(
      fc.property(decimal(16, 12), step, side, (price, tick, of) => {
        const rounded = roundPrice(pairOf(tick), of, price);
        expect(isMultiple(rounded, tick)).toBe(true);
        expect(of === 'buy' ? rounded.lte(price) : rounded.gte(price)).toBe(true);
        expect(rounded.minus(price).abs().lt(tick)).toBe(true);
      }),
      runs,
    );
  });

  it('that is there already stays as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), step, side, (units, tick, of) => {
        const price = tick.times(units);
        expect(roundPrice(pairOf(tick), of, price).eq(price)).toBe(true);
      }),
      runs,
    );
  });

  it('measured elsewhere: a buy at 2.04999 is 2.04, never 2.05', () => {
    expect(roundPrice(pairOf(new Big('0.01')), 'buy', new Big('2.04999')).toFixed()).toBe('2.04');
  });
});

describe('req. 10: a quantity on the step', () => {
  it('is a multiple of the step, never more than asked for, and less than one step away', () => {
    fc.assert(
      fc.property(decimal(18, 10), step, (quantity, size) => {
        const rounded = roundQuantity(pairOf(size), 'limit', quantity);
        expect(isMultiple(rounded, size)).toBe(true);
        expect(rounded.lte(quantity)).toBe(true);
        expect(quantity.minus(rounded).lt(size)).toBe(true);
      }),
      runs,
    );
  });

  it("is on the market orders' own step where they have one", () => {
    const lot = { min: new Big(1), max: new Big(100), step: new Big(1) };
    const pair = { tick: new Big('0.0001'), step: new Big('0.1'), marketQuantity: lot };
    expect(roundQuantity(pair, 'market', new Big('7.9')).toFixed()).toBe('7');
    expect(roundQuantity(pair, 'limit', new Big('7.99')).toFixed()).toBe('7.9');
  });
});

describe('req. 10: decimals as text', () => {
  it('never show an exponent, however small or large', () => {
    fc.assert(
      fc.property(decimal(16, 12), step, side, (price, tick, of) => {
        expect(roundPrice(pairOf(tick), of, price).toFixed()).toMatch(/^\d+(\.\d+)?$/);
      }),
      runs,
    );
    expect(new Big('0.00000023').toFixed()).toBe('0.00000023');
  });

  it('every kind of order is rounded whole, its stop price like its price', () => {
    const pair = { tick: new Big('0.0001'), step: new Big('0.1'), marketQuantity: null };
    const common = { clientOrderId: 'c', symbol: 'XRPUSDT', side: 'sell', quantity: new Big('192.39') } as const;
    const prices = { price: new Big('0.49391'), stopPrice: new Big('0.49401') };
    const terms: OrderTerms = roundTerms(pair, { ...common, type: 'stop-limit', ...prices });
    expect(JSON.parse(JSON.stringify(terms))).toMatchObject({ quantity: '192.3', price: '0.494', stopPrice: '0.4941' });
  });
});
