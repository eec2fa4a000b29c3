import type { Big } from 'big.js';
import type { Trade } from './prices.ts';

/** Of no symbol. */
const NONE = 0;
const numbers = new Map<string, number>();
const last: { price: Big | null; symbol: string; number: number } = { price: null, symbol: '', number: NONE };

/** From 1 on, the same for as long as the process runs: what belongs to a symbol is found in an array. */
export function symbolNumber(symbol: string): number {
  const known = numbers.get(symbol);
  if (known !== undefined) return known;
  numbers.set(symbol, numbers.size + 1);
  return numbers.size;
}

/** Remembers the number for those who get the same trade next. */
export function numberOfTrade({ price, symbol }: Trade): number {
  const number = symbolNumber(symbol);
  last.price = price;
  last.symbol = symbol;
  last.number = number;
  return number;
}

/**
 * The number, where `numberOfTrade` has just found it; else 0, which is no symbol's. Each trade has a price object of its own,
 * so that symbols are seldom compared.
 */
export const rememberedNumber = ({ price, symbol }: Trade): number =>
  price === last.price && symbol === last.symbol ? last.number : NONE;
