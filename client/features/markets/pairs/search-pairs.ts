import type { Pair } from '#contracts/markets.ts';

const PLAIN = /[^a-z0-9]/g;
const USUAL_COUNTER = 'USDT';

/** Matching pairs: favorites first, then pairs that start with the text, then USDT pairs. */
export function searchPairs(pairs: readonly Pair[], typed: string, favorites: ReadonlySet<string> = new Set()): Pair[] {
  const wanted = typed.toLowerCase().replaceAll(PLAIN, '');
  const nameOf = ({ simpleName }: Pair) => simpleName.toLowerCase().replaceAll(PLAIN, '');
  const rank = (pair: Pair): number =>
    (favorites.has(pair.name) ? 0 : 4) +
    (nameOf(pair).startsWith(wanted) ? 0 : 2) +
    (pair.counterCurrency.toUpperCase() === USUAL_COUNTER ? 0 : 1);
  return pairs.filter((pair) => nameOf(pair).includes(wanted)).toSorted((one, other) => rank(one) - rank(other));
}
