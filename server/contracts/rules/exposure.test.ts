import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '../order-block.ts';
import { exposureOf, shareOf } from './exposure.ts';

const ZERO = new Big(0);
interface Sketch {
  bought?: string;
  at?: string;
  change?: Partial<OrderBlock>;
}
/** A purchase without fees. */
function part({ bought = '100', at = '0.5', change = {} }: Sketch = {}): OrderBlock {
  const quantity = new Big(bought);
  const counter = quantity.times(at);
  return {
    open: true,
    status: 'filled',
    section: 'buy',
    counterEarning: true,
    protection: 'exchange',
    baseQuantityStep: new Big('0.1'),
    firstFilledQuantity: quantity,
    firstFilledCounterQuantity: counter,
    books: { base: quantity, counter: counter.times(-1), otherBase: ZERO, otherCounter: ZERO, fee: ZERO },
    ...change,
  } as OrderBlock;
}
const block = (price: string | null, ...orders: OrderBlock[]) => ({
  orders,
  price: price === null ? null : new Big(price),
  counterUsdt: new Big(1),
  baseUsdt: price === null ? null : new Big(price),
});
const text = (of: ReturnType<typeof exposureOf>) => ({
  usdt: of.usdt.toFixed(),
  unprotected: of.unprotected.toFixed(),
  result: of.result.toFixed(),
  unknown: of.unknown,
});

describe('exposure', () => {
  it('is what all parts of all blocks hold at the last price, and their result', () => {
    const blocks = [block('0.6', part(), part({ bought: '50' })), block('2', part({ bought: '3', at: '2.5' }))];
    expect(text(exposureOf(blocks))).toEqual({ usdt: '96', unprotected: '0', result: '13.5', unknown: 0 });
    expect(text(exposureOf([]))).toEqual({ usdt: '0', unprotected: '0', result: '0', unknown: 0 });
  });

  it('tells the result in percent of what all entries traded, a loss rounded away from zero', () => {
    const percent = (...blocks: Parameters<typeof exposureOf>[0]) => exposureOf(blocks).percent?.toFixed() ?? null;
    expect(percent(block('0.6', part(), part({ bought: '50' })))).toBe('20');
    expect(percent(block('0.6', part()), block('2', part({ bought: '30', at: '2.5' })))).toBe('-4');
    expect(percent(block('0.49999', part()))).toBe('-0.01');
    const inBtc = { ...block('0.02', part({ bought: '2', at: '0.01' })), counterUsdt: new Big(50_000) };
    expect(percent(inBtc)).toBe('100');
    const inBase = part({ change: { counterEarning: false } });
    expect(percent(block('0.6', inBase))).toBe('16.6');
    expect(percent(block('0.5', part({ change: { books: null } })))).toBeNull();
    expect(percent()).toBeNull();
  });

  it('names what is not protected', () => {
    const none = part({ bought: '10', change: { protection: 'none' } });
    expect(text(exposureOf([block('0.5', part(), none)]))).toMatchObject({ usdt: '55', unprotected: '5' });
  });

  it('is in USDT, whatever a pair is quoted in and a block earns', () => {
    const inBtc = { ...block('0.02', part({ bought: '2', at: '0.01' })), counterUsdt: new Big(50_000) };
    expect(text(exposureOf([inBtc]))).toMatchObject({ usdt: '2000', result: '1000' });
    const inBase = block('0.6', part({ change: { counterEarning: false } }));
    expect(exposureOf([inBase]).result.toFixed()).toBe('9.96');
  });

  it('of a sale is what is to be bought back', () => {
    const books = { base: new Big(-100), counter: new Big(50), otherBase: ZERO, otherCounter: ZERO, fee: ZERO };
    expect(text(exposureOf([block('0.6', part({ change: { section: 'sell', books } }))]))).toMatchObject({
      usdt: '60',
      result: '-10',
    });
  });

  it('counts what is not known and never takes it for zero', () => {
    const unread = part({ change: { books: null } });
    expect(text(exposureOf([block('0.5', part(), unread), block(null, part())]))).toEqual({
      usdt: '50',
      unprotected: '0',
      result: '0',
      unknown: 2,
    });
    for (const unpriced of [{ counterUsdt: null }, { baseUsdt: null }])
      expect(exposureOf([{ ...block('0.5', part({ change: { counterEarning: false } })), ...unpriced }]).unknown).toBe(
        1,
      );
  });

  it('leaves out what holds nothing', () => {
    const nothing = [
      part({ change: { firstFilledQuantity: ZERO } }),
      part({ change: { status: 'skipped' } }),
      part({ change: { open: false } }),
      part({ change: { status: 'released' } }),
    ];
    expect(text(exposureOf([block('0.5', ...nothing)]))).toEqual({
      usdt: '0',
      unprotected: '0',
      result: '0',
      unknown: 0,
    });
  });

  it('is rounded down once, a loss away from zero', () => {
    const odd = part({ bought: '0.1', at: '0.333' });
    expect(text(exposureOf([block('0.299', odd)]))).toMatchObject({ usdt: '0.02', result: '-0.01' });
    expect(text(exposureOf([block('0.299', odd, odd, odd, odd)]))).toMatchObject({ usdt: '0.11', result: '-0.02' });
  });
});

it('a share is of the worth, and not known without it', () => {
  expect(shareOf(new Big(32), new Big(124.8))?.toFixed()).toBe('25.64');
  expect(shareOf(new Big(32), new Big(0))).toBeNull();
  expect(shareOf(new Big(32), null)).toBeNull();
});
