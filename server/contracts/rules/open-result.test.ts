import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { OrderBlock } from '../order-block.ts';
import {
  earnedBy,
  exitQuantity,
  floored,
  type Moved,
  type OpenTerms,
  openBooks,
  outcomeAt,
  resultAt,
  valueAt,
  wholeQuantity,
} from './open-result.ts';

const units = (most: number, decimals: number) =>
  fc.integer({ min: 1, max: most }).map((count) => big(count).div(`1e${decimals}`));
const block = fc.record({ side: fc.constantFrom('buy' as const, 'sell' as const), counterEarning: fc.boolean() });
const trade = fc
  .tuple(units(10_000, 1), units(100_000, 4), units(1000, 6))
  .map((amounts) => amounts.map((amount) => amount.toFixed()));
const traded = fc.tuple(trade, fc.constantFrom('XRP', 'USDT')).map(([amounts, asset]) => amounts.concat(asset));

it('an open row has all that its result and worth at any price are told by, as the server tells them', () => {
  const trades = fc.array(traded, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.tuple(block, trades), units(100_000, 4), ([of, entries], market) => {
      const drawn = sketch(of).order('entry', ['1', '100000'], { trades: entries });
      const at = (price: string) => z.decode(OrderBlock, drawn.present({ market: big(price) }));
      const elsewhere = at('0.3');
      const books = openBooks(elsewhere);
      const { profit, percent } = (books && resultAt(books, market)) ?? {};
      const reported = at(market.toFixed());
      // A JSON number has 15 digits.
      expect(profit?.prec(15, 0).toFixed()).toBe(reported.profitValue?.toFixed());
      expect(percent?.toFixed()).toBe(reported.profitPercent?.toFixed());
      expect(valueAt(elsewhere, market).prec(15, 0).toFixed()).toBe(reported.value?.toFixed());
    }),
    { numRuns: runs(500) },
  );
});

it('the result of a block cannot be told where its books are not known', () => {
  const shown = z.decode(OrderBlock, sketch({}).order('entry', ['0.52', '1']).present());
  expect(openBooks({ ...shown, books: null })).toBeNull();
});

it('G-17 a resting order is worth what it asks for at its own price, wherever the market is', () => {
  const resting = sketch({}).order('entry', ['0.4', '192.3']);
  const at = (market: string) => z.decode(OrderBlock, resting.present({ market: big(market) }));
  const asked = at('0.52').firstPlacedPrice.times('192.3');
  for (const market of ['0.3', '0.52', '0.9']) {
    expect(at(market).value?.toFixed()).toBe(asked.toFixed());
    expect(valueAt(at('0.52'), big(market)).toFixed()).toBe(asked.toFixed());
  }
});

it('V-18 value and profit have eight decimals, floored, so that a pair priced in BTC shows what it earned', () => {
  const bought = sketch({}).order('entry', ['0.05', '0.1'], { trades: [['0.1', '0.05', '0', 'XRP']] });
  const at = (market: string) => z.decode(OrderBlock, bought.present({ market: big(market), fee: big('0') }));
  expect([at('0.0505511').profitValue, at('0.0505511').value].map(String)).toEqual(['0.00005511', '0.00505511']);
  expect([at('0.049972333').profitValue, at('0.049972333').value].map(String)).toEqual(['-0.00000277', '0.00499723']);
});

describe('what ends a position', () => {
  const terms = (side: 'buy' | 'sell', counterEarning: boolean): OpenTerms => ({
    side,
    counterEarning,
    fee: big('0.001'),
    step: big('0.1'),
  });
  const moved = (base: string, counter: string): Moved => ({ base: big(base), counter: big(counter) });
  const BOUGHT = moved('192.1077', '-99.996');
  const SOLD = moved('-192.3', '99.896004');
  const shown = (of: object) => Object.values(of).map(String);

  it.each([
    ['a purchase that earns counter sells all it has', BOUGHT, terms('buy', true), '0.546', '192.1', '192.1'],
    ['one that earns base brings back what it spent', BOUGHT, terms('buy', false), '0.546', '183.4', '192.1'],
    ['or sells all it has', BOUGHT, terms('buy', false), '0.4', '192.1', '192.1'],
    ['or nothing, where nothing is missing', moved('5', '3'), terms('buy', false), '0.5', '0', '5'],
    [
      'a sale that earns counter buys back what it sold, fee included',
      SOLD,
      terms('sell', true),
      '0.494',
      '192.5',
      '192.5',
    ],
    ['one that earns base buys what it brought in', SOLD, terms('sell', false), '0.494', '202.2', '202.2'],
    ['of a purchase that sold too much nothing', moved('-5', '-3'), terms('buy', true), '0.5', '0', '0'],
    ['of a sale that bought too much nothing', moved('5', '-3'), terms('sell', true), '0.5', '0', '0'],
    ['of a sale that spent too much nothing', moved('-5', '-3'), terms('sell', false), '0.5', '0', '0'],
  ] as const)('%s', (...[, of, by, price, quantity, whole]) => {
    expect(exitQuantity(of, by, big(price)).toFixed()).toBe(quantity);
    expect(wholeQuantity(of, by, big(price)).toFixed()).toBe(whole);
  });

  it('moves the account on by what is traded, less its fee', () => {
    expect(shown(outcomeAt(BOUGHT, terms('buy', true), big('0.546')))).toEqual(['0.0077', '4.7857134', '0.545454']);
    const { base, counter, price } = outcomeAt(SOLD, terms('sell', true), big('0.494'));
    expect(shown({ base, counter, price: price.round(9) })).toEqual(['0.0075', '4.801004', '0.494494494']);
  });

  it('earns the one currency, what is short of the other made up for at its price, other fees taken off', () => {
    const earned = (counterEarning: boolean, of: Moved, price = big('0.5')) =>
      earnedBy({ ...of, price }, { counterEarning, step: big('0.1') }, moved('3', '1')).toFixed();
    expect(earned(true, moved('-2', '10'))).toBe('8');
    expect(earned(true, moved('2', '10'))).toBe('9');
    expect(earned(false, moved('5', '-1'))).toBe('0');
    expect(earned(false, moved('5', '1.03'))).toBe('4');
    expect(earned(false, moved('5', '1.03'), big('0'))).toBe('2');
    expect(earned(false, moved('5', '2'), big('2').div(3))).toBe('5');
  });

  it('is rounded down, a loss too', () => {
    const cut = (amount: string) => floored(big(amount), 4).toFixed();
    expect([cut('5.19359'), cut('-5.19351'), cut('-5.1935'), cut('0')]).toEqual(['5.1935', '-5.1936', '-5.1935', '0']);
  });

  it('is told as quantity, profit, and percent of what the entry traded', () => {
    const result = (counterEarning: boolean, price: string, quantity = '192.3') => {
      const entry = { quantity: big(quantity), counter: big(quantity).times('0.52') };
      const books = { ...terms('buy', counterEarning), moved: BOUGHT, otherFees: moved('0', '0'), entry };
      const told = resultAt(books, big(price));
      return told && shown(told);
    };
    expect(result(true, '0.546')).toEqual(['192.1', '4.7857134', '4.78']);
    expect(result(false, '0.546')).toEqual(['183.4', '8.7077', '4.52']);
    expect([result(true, '0'), result(true, '0.546', '0'), result(false, '0.546', '0')]).toEqual([null, null, null]);
  });
});
