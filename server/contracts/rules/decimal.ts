import { Big } from 'big.js';

export const ZERO = new Big(0);
export const ONE = new Big(1);

export const min = (first: Big, ...others: Big[]): Big =>
  others.reduce((least, other) => (other.lt(least) ? other : least), first);
export const max = (first: Big, ...others: Big[]): Big =>
  others.reduce((greatest, other) => (other.gt(greatest) ? other : greatest), first);
