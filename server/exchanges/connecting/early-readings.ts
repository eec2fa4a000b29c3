import { MINUTE } from '#contracts/rules/time.ts';

/** A symbol that so many readings did not explain waits for the next reading in turn. */
const MOST_FOR_A_SYMBOL = 3;

/** Decides when the whole list is read before its turn: at most once a minute, since it is large. */
export function createEarlyReadings() {
  const readFor = new Map<string, number>();
  let lastAt = -Infinity;
  return {
    /** Whether to read it at `now`, ms, where these are all symbols that it has not explained so far. */
    take(unexplained: readonly string[], now: number): boolean {
      const current = new Set(unexplained);
      for (const symbol of readFor.keys()) if (!current.has(symbol)) readFor.delete(symbol);
      const isWorthIt = unexplained.some((symbol) => (readFor.get(symbol) ?? 0) < MOST_FOR_A_SYMBOL);
      if (!isWorthIt || now - lastAt < MINUTE) return false;
      lastAt = now;
      for (const symbol of current) readFor.set(symbol, (readFor.get(symbol) ?? 0) + 1);
      return true;
    },
  };
}

/** Ms between two readings of the whole list: where nothing smaller tells what trades, that is read each minute. */
export const readAllEvery = ({ listsTrading, rules }: { listsTrading: boolean; rules: number }): number =>
  listsTrading ? rules : Math.min(rules, MINUTE);
