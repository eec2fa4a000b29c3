import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { hintOf, readTarget, shownPrice, targetChange, whyFixed, whyOnlyCopies } from './target-text.ts';

const order = (status: OrderBlock['status'], filled: string, change: Partial<OrderBlock> = {}): OrderBlock =>
  ({
    status,
    open: true,
    section: 'buy',
    interference: null,
    counterRound: 3,
    symbol: { counterStepSize: new Big('0.001') },
    firstFilledQuantity: new Big(filled),
    secondTakeProfitPlacedPrice: new Big('9.89'),
    secondStopLossPlacedPrice: new Big(0),
    secondTakeProfitPlacedTime: 0,
    secondStopLossPlacedTime: 0,
    ...change,
  }) as OrderBlock;
const held = order('targets-placed', '5');
const market = new Big('9.5');
const text = (typed: string) => ({ typed, market });

describe('the field of a target', () => {
  it('shows the price with the decimals of the pair, and nothing without a target', () => {
    expect(shownPrice(held, 'takeProfit')).toBe('9.890');
    expect(shownPrice(held, 'stopLoss')).toBe('');
  });

  it('sends a price; an empty field removes the target, and a dot or a zero does not', () => {
    expect(targetChange('takeProfit', '10.1')).toEqual({ takeProfitPrice: new Big('10.1') });
    expect(targetChange('stopLoss', '')).toEqual({ stopLossPrice: null });
    expect(targetChange('stopLoss', '.')).toBeNull();
    expect(targetChange('stopLoss', '0.0')).toBeNull();
  });

  it('reports a price on the wrong side of the market, except for the placed price', () => {
    expect(readTarget(held, 'takeProfit', text('10'))).toEqual({ price: new Big(10), fault: null });
    expect(readTarget(held, 'takeProfit', text('9')).fault).not.toBeNull();
    expect(readTarget(held, 'takeProfit', { typed: '9.89', market: new Big(12) }).fault).toBeNull();
    expect(readTarget(held, 'stopLoss', text('10')).fault).not.toBeNull();
    expect(readTarget(held, 'stopLoss', text('9')).fault).toBeNull();
  });

  it('of an entry that waits is judged by its own price, and can be set', () => {
    const waiting = order('placed', '0', { firstPlacedPrice: new Big(8) });
    expect(whyFixed(waiting, false)).toBeNull();
    expect(readTarget(waiting, 'stopLoss', text('9')).fault).not.toBeNull();
    expect(readTarget(waiting, 'stopLoss', text('7.9')).fault).toBeNull();
    expect(readTarget(waiting, 'takeProfit', text('9')).fault).toBeNull();
    expect(readTarget({ ...waiting, status: 'filled' }, 'takeProfit', text('9')).fault).not.toBeNull();
  });

  it('reports a text that is not a price, and waits for the market price', () => {
    for (const typed of ['.', '0', '0.0'])
      expect(readTarget(held, 'stopLoss', text(typed))).toEqual({ price: null, fault: 'Enter a price.' });
    expect(readTarget(held, 'stopLoss', text(''))).toEqual({ price: null, fault: null });
    expect(readTarget(held, 'takeProfit', { typed: '9', market: null }).fault).toBeNull();
    expect(hintOf(held, 'takeProfit', null)).toBe('The market price is not known yet');
  });
});

describe('targets cannot be changed', () => {
  it('offline, before the first fill, without a position, and while a change on the exchange is undecided', () => {
    expect(whyFixed(held, false)).toBeNull();
    expect(whyFixed(held, true)).toMatch(/offline/);
    expect(whyFixed(order('pending', '0'), false)).toMatch(/begun to fill/);
    expect(whyFixed(order('placed', '0', { secondTakeProfitPlacedTime: 1 }), false)).toBeNull();
    expect(whyFixed(order('closing', '5'), false)).toMatch(/no position left/);
    expect(whyFixed({ ...held, interference: 'balance-spent' }, false)).toMatch(/adopt or release/);
  });

  it('while only a copy key holds a position', () => {
    const copy = order('targets-placed', '5', { inGroup: true });
    expect(whyOnlyCopies([order('pending', '0'), copy])).toMatch(/main key begins to fill/);
    expect(whyOnlyCopies([order('placed', '0'), copy])).toBeNull();
    expect(whyOnlyCopies([order('removed', '0'), copy])).toMatch(/Close the block/);
    expect(whyOnlyCopies([order('take-profit-filled', '5'), copy])).toMatch(/Close the block/);
    expect(whyOnlyCopies([order('removed', '0'), order('skipped', '0'), copy])).not.toBeNull();
  });

  it('for no such reason while the main key holds, no copy does, or the block has ended', () => {
    const copy = order('targets-placed', '5', { inGroup: true });
    expect(whyOnlyCopies([held, copy])).toBeNull();
    expect(whyOnlyCopies([order('placed', '0')])).toBeNull();
    expect(whyOnlyCopies([order('removed', '0'), order('placed', '0')])).toBeNull();
    expect(whyOnlyCopies([order('removed', '0'), order('closed', '5')])).toBeNull();
    expect(whyOnlyCopies([order('removed', '0', { open: false }), copy])).toBeNull();
    expect(whyOnlyCopies([])).toBeNull();
  });
});
