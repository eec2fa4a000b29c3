import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo } from 'react';
import type { PairRef } from '../../../features/markets/markets.queries.ts';
import { usePrice } from '../../../features/markets/use-price.ts';
import { MarketPrice } from '../../../features/orders/market-price.ts';
import { reserveFrame } from '../../../lib/throttle.ts';

interface Props {
  pair: PairRef;
  /** Slower than the header's price, which follows every tick. */
  everyMs: number;
  children: ReactNode;
}

/** Provides the market price to the figures inside; a tick renders as a deferred update and yields to user input. */
export function MarketPriceProvider({ pair, everyMs, children }: Props) {
  const { price, stale } = usePrice(pair, everyMs);
  const of = `${pair.market} ${pair.symbolName}`;
  const now = useMemo(() => ({ of, price, stale }), [of, price, stale]);
  const later = useDeferredValue(now);
  useLayoutEffect(reserveFrame, [later]);
  // A deferred value of another pair must not be shown for this one.
  return <MarketPrice value={later.of === of ? later : now}>{children}</MarketPrice>;
}
