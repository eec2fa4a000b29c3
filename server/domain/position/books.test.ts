import { describe, expect, it } from 'vitest';
import { big, sketch, XRP } from '../../../tests/factories/block-sketch.ts';
import { booksOf, endedTarget, entryOf, liveExits, openBase, shortOf, tradedBy } from './books.ts';

const bought = () => sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const sold = () => sketch({ side: 'sell' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const movedBy = ({ position }: ReturnType<typeof bought>) => {
  const { base, counter } = booksOf(position, XRP);
  return [base.toFixed(), counter.toFixed()];
};
const ids = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

describe('what a position has moved its account by', () => {
  it('a purchase gains base and spends counter, each trade less its fee', () => {
    expect(movedBy(bought())).toEqual(['192.1077', '-99.996']);
    const half = bought().order('take-profit', ['0.546', '192.1'], { trades: [['100']] });
    expect(movedBy(half)).toEqual(['92.1077', '-45.4506']);
  });

  it('a sale the other way round', () => {
    expect(movedBy(sold())).toEqual(['-192.3', '99.896004']);
    const half = sold().order('take-profit', ['0.494', '192.5'], { trades: [['100']] });
    expect(movedBy(half)).toEqual(['-92.4', '50.496004']);
  });

  it('a fee is taken off the currency it was paid in, whichever trade it was of', () => {
    const block = sketch().order('entry', ['0.5', '100'], { trades: [['100', '0.5', '0.25', 'USDT']] });
    expect(movedBy(block)).toEqual(['100', '-50.25']);
    block.order('close', ['0.6', '50'], { trades: [['50', '0.6', '0.125', 'XRP']] });
    expect(movedBy(block)).toEqual(['49.875', '-20.25']);
  });

  it('fees in a third asset move neither, and are summed by asset over entry and exits', () => {
    const block = sketch().order('entry', ['0.5', '100'], {
      trades: [
        ['40', '0.5', '0.001', 'BNB'],
        ['60', '0.5', '0.002', 'BNB'],
      ],
    });
    block.order('stop-loss', ['0.4', '100'], {
      trades: [
        ['50', '0.4', '0.004', 'BNB'],
        ['50', '0.4', '7', 'DOT'],
      ],
    });
    const { otherFees } = booksOf(block.position, XRP);
    expect([...otherFees].map(([asset, fee]) => [asset, fee.toFixed()])).toEqual([
      ['BNB', '0.007'],
      ['DOT', '7'],
    ]);
    expect(movedBy(block)).toEqual(['0', '-10']);
    expect(booksOf(bought().position, XRP).otherFees.size).toBe(0);
  });

  it.each(['take-profit', 'stop-loss', 'rest', 'close'] as const)('a %s is an exit', (leg) => {
    const block = bought().order(leg, ['0.5', '100'], { trades: [['100', '0.5', '0', 'USDT']] });
    const { entry, exit } = booksOf(block.position, XRP);
    expect([entry.quantity, exit.quantity, exit.counter].map(String)).toEqual(['192.3', '100', '50']);
  });

  it('what was written off is open no more', () => {
    const block = bought();
    Object.assign(block.position, { writtenOff: big('100') });
    expect(movedBy(block)).toEqual(['92.1077', '-99.996']);
  });

  it('open is what a purchase holds, and what a sale has to buy back', () => {
    const open = ({ position }: ReturnType<typeof bought>) => openBase(position, booksOf(position, XRP)).toFixed();
    expect([open(bought()), open(sold())]).toEqual(['192.1077', '192.3']);
  });

  it('trades count by the order they are of, whatever the order itself says', () => {
    const block = bought().order('close', ['0.6', '100'], { filledQuantity: big('100'), state: 'filled' });
    expect(tradedBy(block.position, ['close']).quantity.toFixed()).toBe('0');
    expect(tradedBy(block.position, ['entry', 'close']).quantity.toFixed()).toBe('192.3');
  });
});

describe('the orders of a position', () => {
  const refused = (retriedAt: number) => {
    const { position } = sketch().order('entry', ['0.52', '192.3'], { state: 'rejected', placedAt: 100 });
    return { ...position, retriedAt };
  };

  it('an entry that was refused counts until its owner asks again', () => {
    expect(entryOf(refused(0))?.state).toBe('rejected');
    expect(entryOf(refused(100))?.state).toBe('rejected');
    expect(entryOf(refused(101))).toBeUndefined();
    expect(entryOf({ ...bought().position, retriedAt: 101 })?.state).toBe('filled');
    expect(entryOf(sketch().position)).toBeUndefined();
  });

  it('the newest entry is the one that counts', () => {
    const block = sketch().order('entry', ['0.52', '192.3'], { state: 'rejected' }).order('entry', ['0.52', '192.3']);
    expect(entryOf(block.position)?.id).toBe('entry-2');
  });

  it('a target has ended that traded and is over, one that was canceled half filled too; the last one counts', () => {
    expect(endedTarget(bought().position)).toBeUndefined();
    const block = bought().order('take-profit', ['0.546', '192.1'], { state: 'cancelled' });
    expect(endedTarget(block.position)).toBeUndefined();
    block.order('take-profit', ['0.546', '192.1'], { trades: [['40']] });
    expect(endedTarget(block.position)).toBeUndefined();
    block.order('take-profit', ['0.546', '192.1'], { state: 'cancelled', trades: [['40']] });
    expect(endedTarget(block.position)?.id).toBe('take-profit-4');
    block.order('stop-loss', ['0.494', '100'], { trades: [['100']] });
    expect(endedTarget(block.position)?.id).toBe('stop-loss-5');
    block.order('close', ['0.5', '12'], { trades: [['12']] });
    expect(endedTarget(block.position)?.id).toBe('stop-loss-5');
  });

  it('an exit is at work until its end is known', () => {
    const block = sketch().order('entry', ['0.52', '192.3']);
    for (const state of ['planned', 'sending', 'unknown', 'pending', 'open', 'partly-filled'] as const)
      block.order('close', ['0.5', '1'], { state });
    for (const state of ['filled', 'cancelled', 'expired', 'rejected'] as const)
      block.order('close', ['0.5', '1'], { state });
    expect(ids(liveExits(block.position))).toEqual(['close-2', 'close-3', 'close-4', 'close-5', 'close-6', 'close-7']);
  });

  it('trades are missing of what has traded more than is known, order by order', () => {
    const { position } = bought()
      .order('close', ['0.6', '100'], { filledQuantity: big('40'), trades: [['39.9']] })
      .order('close', ['0.6', '50'], { trades: [['50']] });
    expect(ids(shortOf(position))).toEqual(['close-2']);
  });
});
