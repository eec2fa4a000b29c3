import { useEffect, useState } from 'react';
import { throttle } from '../../lib/throttle.ts';
import type { Trade } from './bars.ts';

const EVERY_MS = 500;

/** The last trade, at most twice a second; null before the first. */
export function useLastTrade(watchTrades: (onTrade: (trade: Trade) => void) => () => void): Trade | null {
  const [shown, setShown] = useState<Trade | null>(null);
  useEffect(() => {
    let newest: Trade | null = null;
    const { request, stop } = throttle(() => setShown(newest), EVERY_MS);
    const leave = watchTrades((trade) => {
      newest = trade;
      request();
    });
    return () => {
      leave();
      stop();
      setShown(null);
    };
  }, [watchTrades]);
  return shown;
}
