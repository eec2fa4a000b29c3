import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
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
      const told = at(market.toFixed());
      expect(profit?.toFixed()).toBe(told.profitValue?.toFixed());
      expect(percent?.toFixed()).toBe(told.profitPercent?.toFixed());
      expect(valueAt(elsewhere, market).toFixed()).toBe(told.value?.toFixed());
    }),
    { numRuns: 500 },
  );
});
