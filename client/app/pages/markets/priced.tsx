import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo } from 'react';
import type { PairRef } from '../../../features/markets/markets.queries.ts';
import { usePrice } from '../../../features/markets/use-price.ts';
import { MarketPrice } from '../../../features/orders/market-price.ts';
import { claimFrame } from '../../../lib/paced.ts';

interface Props {
  pair: PairRef;
  /** As often as the figures inside can be read; the price in the header follows each tick. */
  everyMs: number;
  children: ReactNode;
}

/** A tick goes past what is inside to the figures that read it, and gives way to what the person does meanwhile. */
export function Priced({ pair, everyMs, children }: Props) {
  const { price, stale } = usePrice(pair, everyMs);
  const of = `${pair.market} ${pair.symbolName}`;
  const now = useMemo(() => ({ of, price, stale }), [of, price, stale]);
  const later = useDeferredValue(now);
  useLayoutEffect(claimFrame, [later]);
  // Another pair never waits under the price of the one before.
  return <MarketPrice value={later.of === of ? later : now}>{children}</MarketPrice>;
}
