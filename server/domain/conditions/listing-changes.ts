import type { ExchangePair } from '../market/pair.ts';

type Listed = Pick<ExchangePair, 'symbol' | 'base' | 'status'>;
export type ListingEvent = 'listed' | 'trading' | 'halted' | 'delisted';

export interface ListingChange {
  symbol: string;
  /** The coin that a person named. */
  coin: string;
  event: ListingEvent;
}

const eventOf = (before: Listed['status'], now: Listed['status']): ListingEvent | null => {
  if (before === now) return null;
  if (now === 'trading') return 'trading';
  return before === 'trading' ? 'halted' : null;
};

/**
 * K-9: what became of the pairs since they were last looked at, however long ago that was. A pair that is new and trades
 * already is both listed and trading.
 */
export function listingChanges(before: readonly Listed[], now: readonly Listed[]): ListingChange[] {
  const known = new Map(before.map((pair) => [pair.symbol, pair]));
  const changes = now.flatMap(({ symbol, base, status }): ListingChange[] => {
    const one = known.get(symbol);
    known.delete(symbol);
    const change = (event: ListingEvent) => ({ symbol, coin: base, event });
    if (!one) return status === 'trading' ? [change('listed'), change('trading')] : [change('listed')];
    const event = eventOf(one.status, status);
    return event ? [change(event)] : [];
  });
  const gone = [...known.values()].map(({ symbol, base }) => ({ symbol, coin: base, event: 'delisted' as const }));
  return [...changes, ...gone];
}
