import type { Log } from '../../lib/log.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { createAudience } from './audience.ts';
import { joined, type Reading } from './read-pairs.ts';

interface Options<Pair> {
  log: Log;
  /** Ms between looks at what trades. */
  every: number;
  /** Pairs that trade, or did since the start. */
  onPairs(pairs: ReadonlyMap<string, Pair>): void;
}

/** A pair that was read in vain is read again after so many looks. */
const LOOKS = 2.5;

/** What is listed, as it was read last, and which of it may have begun or ceased to trade. */
export function createKnownPairs<Pair extends ExchangePair>({ log, every, onPairs }: Options<Pair>) {
  const audience = createAudience<readonly ExchangePair[]>(log);
  let known: ReadonlyMap<string, Pair> = new Map();
  /** Pairs that have traded since the start: their streams stay open while they are halted. */
  const streamed = new Set<string>();
  /** Pairs that do not trade and were asked for. */
  const asked = new Set<string>();
  const readInVain = new Map<string, number>();

  return {
    all: () => known,
    watch: (listener: (changed: readonly ExchangePair[]) => void) => {
      const member = audience.add(listener);
      return () => member.remove();
    },
    /** `whole`: what is neither in it nor unread is listed no more. */
    take(read: ReadonlyMap<string, Pair>, of: Reading): void {
      const { pairs, changed } = joined(known, read, of);
      const other = changed.filter(({ symbol }) => known.has(symbol));
      known = pairs;
      for (const { symbol, status } of pairs.values()) if (status === 'trading') streamed.add(symbol);
      onPairs(new Map([...pairs].filter(([symbol]) => streamed.has(symbol))));
      for (const { symbol, status } of other) {
        log.info({ symbol, status }, 'the status of a pair changed');
        if (status !== 'trading') asked.add(symbol);
      }
      if (changed.length > 0) audience.emit(changed);
    },
    ask(symbol: string): void {
      if (known.get(symbol)?.status !== 'trading') asked.add(symbol);
    },
    /** By what trades now; where that is not listed, those that were asked for while they did not. */
    suspects(trading: ReadonlySet<string> | null): string[] {
      const now = performance.now();
      const isSuspect = ({ symbol, status }: Pair): boolean =>
        trading ? (status === 'trading') !== trading.has(symbol) : status !== 'trading' && asked.has(symbol);
      const isDue = ({ symbol }: Pair): boolean => now - (readInVain.get(symbol) ?? -Infinity) > LOOKS * every;
      return [...known.values()].filter((pair) => isSuspect(pair) && isDue(pair)).map(({ symbol }) => symbol);
    },
    /** Symbols that the list of what trades shows differently than they are known. */
    unexplained(trading: ReadonlySet<string>): string[] {
      const differing = [...known.values()].filter(
        ({ symbol, status }) => (status === 'trading') !== trading.has(symbol),
      );
      const strangers = [...trading].filter((symbol) => !known.has(symbol));
      return [...differing.map(({ symbol }) => symbol), ...strangers];
    },
    /** It was read, and its status is what it was. */
    inVain: (symbol: string) => void readInVain.set(symbol, performance.now()),
  };
}
