import { useEffect, useState } from 'react';
import type { Trade } from './bars.ts';

const EVERY_MS = 500;

/** The last trade, for what is read rather than drawn: at most twice a second. Null before the first. */
export function useLastTrade(watchTrades: (hear: (trade: Trade) => void) => () => void): Trade | null {
  const [shown, setShown] = useState<Trade | null>(null);
  useEffect(() => {
    let timer = 0;
    let newest: Trade | null = null;
    const show = () => {
      timer = 0;
      setShown(newest);
    };
    const stop = watchTrades((trade) => {
      newest = trade;
      timer ||= window.setTimeout(show, EVERY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      setShown(null);
    };
  }, [watchTrades]);
  return shown;
}
