import * as z from 'zod/mini';
import type { ExchangePair } from '../../domain/market/pair.ts';

type Pairs<Pair> = ReadonlyMap<string, Pair>;

export interface Changes<Pair> {
  pairs: Pairs<Pair>;
  /** Not known before, or with another status. */
  changed: Pair[];
}

/** How the entries of the exchanges' lists name their pair: 'XRPUSDT', or 'XRP-USDT'. */
const Named = z.union([
  z.pipe(
    z.object({ symbol: z.string() }),
    z.transform(({ symbol }) => symbol),
  ),
  z.pipe(
    z.object({ product_id: z.string() }),
    z.transform(({ product_id: name }) => name.replace('-', '')),
  ),
]);

/** What could not be read of a list. */
export interface Unread {
  /** Their symbols. */
  symbols: ReadonlySet<string>;
  /** Entries that do not say their pair: they may be of any. */
  nameless: number;
}

/** One odd pair costs only itself; of two that would have the same name the first that trades stands. */
export function readPairs<Pair extends ExchangePair>(
  entries: readonly unknown[],
  readPair: (entry: unknown) => Pair | undefined,
) {
  const pairs = new Map<string, Pair>();
  const symbols = new Set<string>();
  let nameless = 0;
  const isBetter = ({ symbol, status }: Pair): boolean => {
    const known = pairs.get(symbol);
    return known === undefined || (known.status !== 'trading' && status === 'trading');
  };
  for (const entry of entries) {
    try {
      const pair = readPair(entry);
      if (pair !== undefined && isBetter(pair)) pairs.set(pair.symbol, pair);
    } catch {
      const { data: symbol } = Named.safeParse(entry);
      if (symbol === undefined) nameless += 1;
      else symbols.add(symbol);
    }
  }
  const unread: Unread = { symbols, nameless };
  return { pairs, unread };
}

/** Which pairs a list was read of: all but those that could not be read, or only those that are in it. */
export interface Reading {
  whole: boolean;
  unread?: ReadonlySet<string>;
}

/** What is known once `read` is: what a whole list leaves out is kept, as halted. A pair that is read anew keeps its place. */
export function joined<Pair extends ExchangePair>(
  known: Pairs<Pair>,
  read: Pairs<Pair>,
  { whole, unread }: Reading,
): Changes<Pair> {
  const isMissing = (symbol: string): boolean => whole && !read.has(symbol) && unread?.has(symbol) !== true;
  const left = [...known].map(
    ([symbol, pair]) =>
      [symbol, isMissing(symbol) ? { ...pair, status: 'halted' as const, delisted: true as const } : pair] as const,
  );
  const pairs = new Map([...left, ...read]);
  const changed = [...pairs.values()].filter(({ symbol, status }) => known.get(symbol)?.status !== status);
  return { pairs, changed };
}
