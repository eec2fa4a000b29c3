import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EndedPart, foldParts } from './fold-parts.ts';

const SCALE = 10n ** 12n;
/** A profit as a whole number of 1e-12 units, so that the naive sum is exact. */
const units = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
const asBig = (amount: bigint): Big => new Big(amount.toString()).div(SCALE.toString());
const histories = fc.array(
  fc.record({ currency: fc.constantFrom('USDT', 'XRP', 'BTC'), units: fc.option(units, { nil: null }) }),
  { maxLength: 450 },
);
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const partsOf = (history: History): EndedPart[] =>
  history.map((one, at) => ({ currency: one.currency, at, profit: one.units === null ? null : asBig(one.units) }));

/** Down to 8 decimals, a loss too. */
function floorTo8(amount: bigint): string {
  const unit = SCALE / 10n ** 8n;
  const down = (amount - (((amount % unit) + unit) % unit)) / unit;
  return new Big(down.toString()).div(1e8).toFixed();
}

it('is the naive fold of each currency, to the last digit', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const earned = foldParts(partsOf(history));
      expect(new Set(earned.map(({ currency }) => currency))).toEqual(new Set(history.map(({ currency }) => currency)));
      for (const { currency, profit, parts, won, lost, unknown, winRate, curve } of earned) {
        const own = history.map((one, at) => Object.assign({ at }, one)).filter((one) => one.currency === currency);
        const known = own.flatMap((one) => (one.units === null ? [] : [{ at: one.at, units: one.units }]));
        const sumTo = (at: number) => known.filter((one) => one.at <= at).reduce((sum, one) => sum + one.units, 0n);
        expect(profit.toFixed()).toBe(floorTo8(sumTo(Infinity)));
        expect([parts, unknown]).toEqual([known.length, own.length - known.length]);
        expect([won, lost]).toEqual([
          known.filter((one) => one.units > 0n).length,
          known.filter((one) => one.units < 0n).length,
        ]);
        const decided = won + lost;
        expect(winRate?.toFixed() ?? null).toBe(
          decided === 0 ? null : new Big(Math.floor((won * 10_000) / decided)).div(100).toFixed(),
        );
        expect(curve.length).toBeLessThanOrEqual(200);
        expect(curve.at(-1)?.at).toBe(known.at(-1)?.at);
        for (const point of curve) expect(point.profit.toFixed()).toBe(floorTo8(sumTo(point.at)));
      }
    }),
    { numRuns: 60 },
  );
});
