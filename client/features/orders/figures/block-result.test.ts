import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { blockResult } from './block-result.ts';

const big = (text: string) => new Big(text);
const PRICE = big('0.6');

const block = (status: OrderBlock['status'], change: Partial<OrderBlock> = {}): OrderBlock =>
  ({
    status,
    section: 'buy',
    counterEarning: true,
    baseQuantityStep: big('0.1'),
    firstPlacedPrice: big('0.52'),
    firstPlacedQuantity: big('192.3'),
    firstFilledQuantity: big('0'),
    firstFilledCounterQuantity: big('0'),
    value: null,
    profitValue: null,
    profitPercent: null,
    books: null,
    ...change,
  }) as OrderBlock;
const shown = (of: OrderBlock, price: Big | null = PRICE) => {
  const { value, profit, percent } = blockResult(of, price);
  return [value, profit, percent].map((amount) => amount?.toFixed() ?? '—');
};

describe('the figures of a row', () => {
  const zero = { value: big('0'), profitValue: big('0'), profitPercent: big('0') };

  it.each(['rejected', 'skipped'] as const)('a copy that was %s has no value and no result', (status) => {
    expect(shown(block(status, zero))).toEqual(['—', '—', '—']);
    expect(shown(block(status, zero), null)).toEqual(['—', '—', '—']);
  });

  it('an entry that was removed unfilled has no value', () => {
    expect(shown(block('removed', { value: big('0') }))).toEqual(['—', '—', '—']);
  });

  it('an unfilled entry is worth what it asks for', () => {
    expect(shown(block('placed'))).toEqual(['99.996', '—', '—']);
  });

  it('an entry without a fill has no result, rather than one of 0', () => {
    expect(shown(block('placed', zero))).toEqual(['99.996', '—', '—']);
    expect(shown(block('placed', { ...zero, value: big('99.996') }), null)).toEqual(['99.996', '—', '—']);
    expect(shown(block('removed', zero))).toEqual(['—', '—', '—']);
  });

  it('a position has its value and result at the price, and as the server said without one', () => {
    const position = block('filled', {
      firstFilledQuantity: big('192.3'),
      firstFilledCounterQuantity: big('99.996'),
      books: {
        base: big('192.3'),
        counter: big('-99.996'),
        otherBase: big('0'),
        otherCounter: big('0'),
        fee: big('0'),
      },
      value: big('100'),
      profitValue: big('1'),
      profitPercent: big('2'),
    });
    expect(shown(position)).toEqual(['115.38', '15.384', '15.38']);
    expect(shown(position, null)).toEqual(['100', '1', '2']);
  });

  it('a closed block keeps the figures of the server', () => {
    const closed = block('closed', {
      firstFilledQuantity: big('192.3'),
      value: big('110'),
      profitValue: big('-3.5'),
      profitPercent: big('-3.51'),
    });
    expect(shown(closed)).toEqual(['110', '-3.5', '-3.51']);
  });
});
