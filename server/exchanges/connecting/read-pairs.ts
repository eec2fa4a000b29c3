import type { ExchangePair } from '../../domain/market/pair.ts';

type Pairs<Pair> = ReadonlyMap<string, Pair>;

export interface Changes<Pair> {
  pairs: Pairs<Pair>;
  /** Not known before, or with another status. */
  changed: Pair[];
}

/** One odd pair costs only itself; of two that would have the same name the first that trades stands. */
export function readPairs<Pair extends ExchangePair>(
  entries: readonly unknown[],
  readPair: (entry: unknown) => Pair | undefined,
) {
  const pairs = new Map<string, Pair>();
  let unread = 0;
  const isBetter = ({ symbol, status }: Pair): boolean => {
    const known = pairs.get(symbol);
    return known === undefined || (known.status !== 'trading' && status === 'trading');
  };
  for (const entry of entries) {
    try {
      const pair = readPair(entry);
      if (pair !== undefined && isBetter(pair)) pairs.set(pair.symbol, pair);
    } catch {
      unread += 1;
    }
  }
  return { pairs, unread };
}

/** What is known once `read` is: what a whole list leaves out is kept, as halted. A pair that is read anew keeps its place. */
export function joined<Pair extends ExchangePair>(
  known: Pairs<Pair>,
  read: Pairs<Pair>,
  { whole }: { whole: boolean },
): Changes<Pair> {
  const left = [...known].map(
    ([symbol, pair]) =>
      [
        symbol,
        whole && !read.has(symbol) ? { ...pair, status: 'halted' as const, delisted: true as const } : pair,
      ] as const,
  );
  const pairs = new Map([...left, ...read]);
  const changed = [...pairs.values()].filter(({ symbol, status }) => known.get(symbol)?.status !== status);
  return { pairs, changed };
}
