import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelOf, orderOf } from './price-order.ts';

const decimal = (digits: number) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) - 1n }), fc.integer({ min: -18, max: 4 }))
    .map(([whole, exponent]) => new Big(`${whole}e${exponent}`));

it('of prices up to 15 digits compares, and gives back, exactly what the decimals say', () => {
  fc.assert(
    fc.property(decimal(15), decimal(15), (one, other) => {
      expect(Math.sign(orderOf(one) - orderOf(other))).toBe(one.cmp(other));
      expect(orderOf(one)).toBe(Number(one.toFixed()));
      expect(levelOf(orderOf(one)).toFixed()).toBe(one.toFixed());
    }),
    { numRuns: 2_000 },
  );
});

it('of a longer price is on the same side of every level as its decimal, however near', () => {
  const digits = fc.bigInt({ min: 1n, max: 10n ** 6n });
  const signs = fc.constantFrom('1', '-1', '0');
  fc.assert(
    fc.property(decimal(15), digits, signs, (level, tiny, sign) => {
      const price = level.plus(new Big(sign).times(`${tiny}e-30`));
      expect(Math.sign(orderOf(price) - orderOf(level))).toBe(price.cmp(level));
    }),
    { numRuns: 2_000 },
  );
});
