import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { min } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import type { GridLevel } from './level.ts';
import { foldLevel } from './level-fold.ts';

const amount = (most: number, decimals: number) =>
  fc.integer({ min: 1, max: most }).map((units) => new Big(units).div(10 ** decimals));

it('R-5 a first purchase is the level’s own, or as much as its money buys, whichever way that is computed', () => {
  fc.assert(
    fc.property(amount(20_000, 1), amount(20_000, 4), amount(4_000_000, 4), (quantity, price, money) => {
      const step = new Big('0.1');
      const level: GridLevel = {
        number: 1,
        buyPrice: price,
        sellPrice: price.times(2),
        startsBy: 'buy',
        cycleOpensBy: 'buy',
        buys: { by: 'fixed', quantity },
        sells: { by: 'holdings' },
        repeat: true,
      };
      const rules = {
        step,
        tick: new Big('0.0001'),
        minQuantity: step,
        minNotional: new Big(5),
        fee: new Big('0.001'),
      };
      const { rest } = foldLevel(level, { start: { base: new Big(0), counter: money }, orders: [] }, rules);
      expect(rest.toFixed()).toBe(min(quantity, floorTo(step, money.div(price))).toFixed());
      expect(rest.times(price).lte(money)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
