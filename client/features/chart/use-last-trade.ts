import { useEffect, useState } from 'react';
import { paced } from '../../lib/paced.ts';
import type { Trade } from './bars.ts';

const EVERY_MS = 500;

/** The last trade, at most twice a second; null before the first. */
export function useLastTrade(watchTrades: (hear: (trade: Trade) => void) => () => void): Trade | null {
  const [shown, setShown] = useState<Trade | null>(null);
  useEffect(() => {
    let newest: Trade | null = null;
    const { ask, stop } = paced(() => setShown(newest), EVERY_MS);
    const leave = watchTrades((trade) => {
      newest = trade;
      ask();
    });
    return () => {
      leave();
      stop();
      setShown(null);
    };
  }, [watchTrades]);
  return shown;
}
