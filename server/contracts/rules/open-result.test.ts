import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { OrderBlock } from '../order-block.ts';
import { openBooks, resultAt, valueAt } from './open-result.ts';

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
