import { Big } from 'big.js';

/** A double tells decimals of so many significant digits apart, and keeps their order. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: 23 }, (_, power) => 10 ** power);

const doubles = new Float64Array(1);
const bits = new BigInt64Array(doubles.buffer);

function neighbour(price: number, step: -1n | 1n): number {
  doubles[0] = price;
  bits[0] = (bits[0] ?? 0n) + step;
  return doubles[0];
}

/** Between the doubles of any two prices of 15 digits lies another one: a longer price never shares theirs. */
function orderOfLong(price: Big): number {
  const near = Number(price.toFixed());
  const short = near.toPrecision(EXACT_DIGITS);
  if (Number(short) !== near) return near;
  const side = price.cmp(new Big(short));
  if (side === 0) return near;
  return neighbour(near, side > 0 ? 1n : -1n);
}

/**
 * Several engines ask about one trade, one after the other. V8 allocates a number each time that it reads a field which is
 * always a double; of one that may be null it returns the stored number.
 */
const last: { price: Big | null; order: number | null } = { price: null, order: null };

/**
 * A price as a double for comparing, never for reckoning: of two prices up to 15 significant digits, which every level
 * has, the doubles compare as the decimals do; a longer price compares with them as its decimal does.
 */
export function orderOf(price: Big): number {
  if (price === last.price && last.order !== null) return last.order;
  const order = computeOrder(price);
  last.price = price;
  last.order = order;
  return order;
}

function computeOrder(price: Big): number {
  const { c: digits, e: exponent } = price;
  const scale = exponent - digits.length + 1;
  if (digits.length > EXACT_DIGITS || scale < -22 || scale > 22) return orderOfLong(price);
  let whole = 0;
  for (const digit of digits) whole = whole * 10 + digit;
  // Both operands are exact, so that the result is the nearest double.
  return scale < 0 ? whole / (POWERS[-scale] ?? 1) : whole * (POWERS[scale] ?? 1);
}

/** The decimal of a level, from its double. */
export const levelOf = (order: number): Big => new Big(order);
