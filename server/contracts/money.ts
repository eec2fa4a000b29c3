import { Big } from 'big.js';
import * as z from 'zod/mini';

/** The double's shortest text must be the decimal itself; a double holds 15 significant digits exactly. */
export function exactNumber(amount: Big): number {
  const double = Number(amount.toFixed());
  if (!new Big(double).eq(amount)) throw new RangeError(`${amount.toFixed()} does not fit a JSON number exactly`);
  return double;
}

/** A JSON number on the wire, a decimal inside. Refuses NaN, infinities and what a double cannot give back. */
export const money = z.codec(z.number(), z.instanceof(Big), {
  decode: (amount) => new Big(amount),
  encode: exactNumber,
});

/** What the database keeps is no finer. */
const LEAST = 1e-18;

/** Money a person may order with: above zero and within what any exchange quotes. `missing` says what to enter. */
export const positiveAmount = (missing: string) =>
  z.codec(
    z.number(missing).check(z.gte(LEAST, 'Enter an amount above zero.'), z.lte(1e12, 'This amount is too large.')),
    z.instanceof(Big),
    { decode: (amount) => new Big(amount), encode: exactNumber },
  );
export const positiveMoney = positiveAmount('Enter a number.');

export const nullableMoney = z.nullable(money);
