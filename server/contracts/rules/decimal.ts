import { Big } from 'big.js';

export const ZERO = new Big(0);
export const ONE = new Big(1);

export const min = (first: Big, ...others: Big[]): Big =>
  others.reduce((least, other) => (other.lt(least) ? other : least), first);
export const max = (first: Big, ...others: Big[]): Big =>
  others.reduce((greatest, other) => (other.gt(greatest) ? other : greatest), first);

/** As a person reads it in English, thousands apart: '1,234.5'; rounded half up to so many decimals where they are given. */
export function grouped(amount: Big, decimals?: number): string {
  const [whole = '', fraction] = amount.toFixed(decimals).split('.');
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

const decimalsOf = ({ c: digits, e: exponent }: Big): number => Math.max(0, digits.length - 1 - exponent);

/** A price as a person reads it in a sentence: thousands apart, with the decimals of its pair's tick, or more if it has them. */
export const priceText = (price: Big, tick: Big): string =>
  grouped(price, Math.max(decimalsOf(price), decimalsOf(tick)));
