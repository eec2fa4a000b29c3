import type { Trade } from './prices.ts';

const numbers = new Map<string, number>();

/** A symbol's own number in this process, from 0 on, whatever its market. */
export function numberOf(symbol: string): number {
  const known = numbers.get(symbol);
  if (known !== undefined) return known;
  numbers.set(symbol, numbers.size);
  return numbers.size - 1;
}

/** Several engines ask about one trade, one after the other. */
const last: { trade: Trade | null; number: number } = { trade: null, number: 0 };

export function numberOfTrade(trade: Trade): number {
  if (trade === last.trade) return last.number;
  last.trade = trade;
  last.number = numberOf(trade.symbol);
  return last.number;
}
