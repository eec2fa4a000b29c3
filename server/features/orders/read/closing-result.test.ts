import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, context, sketch, type Sketch, XRP } from '../../../../tests/factories/block-sketch.ts';
import { wholeQuantity } from '#contracts/rules/open-result.ts';
import { booksOf } from '../../../domain/position/books.ts';
import { resultOf } from './figures/result-of.ts';

type Ended = 'closed' | 'stop-loss';
const entered = (of: Sketch) => sketch(of).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });

/** What the row says at `price`, and the history once everything that was open went out at that price. */
function ending(of: Sketch, price: string, end: Ended = 'closed') {
  const open = entered(of);
  const at = context({ market: big(price) });
  const row = resultOf(open.position, null, at)?.profit.toFixed();
  const terms = { side: open.position.section, counterEarning: of.counterEarning ?? true, fee: at.fee, step: XRP.step };
  const quantity = wholeQuantity(booksOf(open.position, XRP), terms, big(price)).toFixed();
  const over = entered({ ...of, end });
  over.order(end === 'closed' ? 'close' : end, [price, quantity], { trades: [[quantity]] });
  return { row, history: over.result()?.exact, gained: booksOf(over.position, XRP), shown: over.present() };
}

describe('V-09 what the row says before a close is what the history says after', () => {
  it('V-09 a purchase that earns base, closed in profit: row and history +8.7077 XRP for 4.7857 USDT gained', () => {
    const { row, history, gained, shown } = ending({ counterEarning: false }, '0.546');
    expect(gained.counter.toFixed(4, 0)).toBe('4.7857');
    expect([row, history]).toEqual(['8.7077', '8.7077']);
    expect(shown).toMatchObject({
      profitValue: 8.7077,
      profitPercent: 4.52,
      statusReason: '4.7857 USDT are left over. The result counts them in XRP, at the price of the exit.',
    });
  });

  it.each([
    ['buy, counter', { counterEarning: true }, '0.546', '4.7857'],
    ['buy, counter, at a loss', { counterEarning: true }, '0.494', '-5.1935'],
    ['buy, base, at a loss', { counterEarning: false }, '0.494', '-10.5160'],
    ['sell, counter', { side: 'sell', counterEarning: true }, '0.494', '4.8010'],
    ['sell, counter, at a loss', { side: 'sell', counterEarning: true }, '0.546', '-5.2090'],
    ['sell, base', { side: 'sell', counterEarning: false }, '0.494', '9.6978'],
    ['sell, base, at a loss', { side: 'sell', counterEarning: false }, '0.546', '-9.5829'],
  ] as const)('V-09 %s', (...[, of, price, profit]) => {
    const { row, history } = ending(of, price);
    expect(history).toBe(row);
    expect(big(history ?? 0).toFixed(4)).toBe(profit);
  });

  const cases = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    counterEarning: fc.boolean(),
    end: fc.constantFrom<Ended>('closed', 'stop-loss'),
    at: fc.integer({ min: 3000, max: 9000 }),
  });
  it('V-09 at any price, whatever the block earns, closed or stopped', () => {
    fc.assert(
      fc.property(cases, ({ at, end, ...of }) => {
        const { row, history } = ending(of, big(at).div(10_000).toFixed(), end);
        expect(big(history ?? 0).toFixed(12)).toBe(big(row ?? 0).toFixed(12));
      }),
      { numRuns: 400 },
    );
  });
});

describe('V-09 counter currency that is left over', () => {
  it('V-09 of a sale that was closed counts at the price of the exit, and its row says so', () => {
    const block = sketch({ side: 'sell', counterEarning: false, end: 'closed' });
    block.order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
    block.order('close', ['0.4940', '193'], { trades: [['193']] });
    // 193 less its fee are 192.807; 4.554004 USDT buy 9.2 more at 0.494494….
    expect(block.result()?.exact).toBe(big('192.807').minus('192.3').plus('9.2').toFixed());
    expect(block.present().statusReason).toBe(
      '4.554 USDT are left over. The result counts them in XRP, at the price of the exit.',
    );
  });

  it('V-09 after a take profit does not count: the target sold what it had promised', () => {
    const block = sketch({ side: 'sell', counterEarning: false, end: 'take-profit' });
    block.order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
    block.order('take-profit', ['0.4940', '193'], { trades: [['193']] });
    expect(block.result()?.exact).toBe(big('192.807').minus('192.3').toFixed());
  });

  it('V-09 that exactly so many steps could be bought for is counted whole', () => {
    const block = sketch({ counterEarning: false, end: 'closed', quantity: '90' });
    block.order('entry', ['0.3', '90'], { trades: [['90', '0.3', '0']] });
    block.order('close', ['0.7', '90'], { trades: [['90', '0.7', '0']] });
    // 36 USDT at 0.7 are 51.428…; at 0.9, whose third part has no end, 30 is whole.
    expect(block.result()?.exact).toBe('51.4');
    const whole = sketch({ counterEarning: false, end: 'closed', quantity: '90' });
    whole.order('entry', ['0.6', '90'], { trades: [['90', '0.6', '0']] });
    whole.order('close', ['0.9', '90'], {
      trades: [
        ['30', '0.8', '0'],
        ['60', '0.95', '0'],
      ],
    });
    expect(whole.result()?.exact).toBe('30');
  });
});
