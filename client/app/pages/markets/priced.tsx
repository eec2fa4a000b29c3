import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { PairRef } from '../../../features/markets/markets.queries.ts';
import { usePrice } from '../../../features/markets/use-price.ts';
import { MarketPrice } from '../../../features/orders/market-price.ts';

/** As often as figures in rows and form can be read; the price in the header follows each tick. */
const EVERY_MS = 100;

/** A tick goes past what is inside to the figures that read it, and gives way to what the person does meanwhile. */
export function Priced({ pair, children }: { pair: PairRef; children: ReactNode }) {
  const { price, stale } = usePrice(pair, EVERY_MS);
  const of = `${pair.market} ${pair.symbolName}`;
  const now = useMemo(() => ({ of, price, stale }), [of, price, stale]);
  const later = useDeferredValue(now);
  // Another pair never waits under the price of the one before.
  return <MarketPrice value={later.of === of ? later : now}>{children}</MarketPrice>;
}
