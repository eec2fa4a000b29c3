import { readNumber } from '#contracts/rules/number-input.ts';
import type { Big } from 'big.js';

/** The amount in a field; null if empty or zero. */
export function readPositive(text: string): Big | null {
  const amount = readNumber(text);
  return amount?.gt(0) ? amount : null;
}
