import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, sketch, XRP } from '../../../../tests/factories/block-sketch.ts';
import { booksOf } from '../../../domain/position/books.ts';

describe('rules 2, 5, 7: a sale that earns base, of any size, on any key', () => {
  const cases = fc.record({
    tenths: fc.integer({ min: 100, max: 100_000 }),
    at: fc.integer({ min: 4600, max: 5180 }),
    /** What the list held of it, as a share; the rest goes in an order of its own, or stays. */
    listed: fc.constantFrom('1', '0.99', '0.9'),
    rest: fc.boolean(),
  });

  it('buys back all but less than a step is worth, or its row says what is left; nothing of the base is lost', () => {
    fc.assert(
      fc.property(cases, ({ tenths, at, listed, rest }) => {
        const size = big(tenths).div(10).toFixed();
        const price = big(at).div(10_000);
        const block = sketch({ side: 'sell', counterEarning: false, quantity: size, end: 'take-profit' });
        block.order('entry', ['0.52', size], { trades: [[size]] });
        const got = big(size).times('0.52').times('0.999');
        const whole = got.div(price).round(1, 0);
        const first = whole.times(listed).round(1, 0);
        const second = whole.minus(first);
        block.order('take-profit', [price.toFixed(), first.toFixed()], { trades: [[first.toFixed()]] });
        const isBought = rest && second.times(price).gte(5);
        if (isBought) block.order('rest', [price.toFixed(), second.toFixed()], { trades: [[second.toFixed()]] });
        const { base, counter } = booksOf(block.position, XRP);
        const back = isBought ? whole : first;
        expect(counter.toFixed()).toBe(got.minus(back.times(price)).toFixed());
        expect(block.result()?.exact).toBe(base.toFixed());
        const { statusReason } = block.present();
        const isWhole = counter.lte(price.times(XRP.step));
        expect(statusReason === null).toBe(isWhole);
        expect(counter.lt(price.times(XRP.step)) || !back.eq(whole)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('says how much of it stays in counter currency', () => {
    const block = sketch({ side: 'sell', counterEarning: false, end: 'take-profit' });
    block.order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
    block.order('take-profit', ['0.4940', '193'], { trades: [['193']] });
    expect(block.present().statusReason).toBe(
      '4.554 USDT of the sale are left over: too little for another order. The result does not count them.',
    );
  });
});
