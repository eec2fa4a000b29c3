import type { Big } from 'big.js';
import type { Trade } from '../../exchanges/exchange.ts';

interface Known {
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
  /** Trades of the pair that were received so far. */
  received: number;
  /** By a list, whose time is an estimate: any trade that comes after it is newer. */
  isListed: boolean;
}

/** The newest price of each pair, by trades as they come and by lists of prices. */
export function knownPrices() {
  const prices = new Map<string, Known>();

  return {
    find(key: string): Pick<Known, 'price' | 'time'> | null {
      const known = prices.get(key);
      return known ? { price: known.price, time: known.time } : null;
    },
    /** Of two trades the later one counts. */
    traded(key: string, { price, time }: Trade): void {
      const known = prices.get(key);
      const received = (known?.received ?? 0) + 1;
      const isLater = !known || known.isListed || known.time <= time;
      prices.set(key, isLater ? { price, time, received, isListed: false } : { ...known, received });
    },
    /** Asked before a list: a trade that comes while it is read is newer than what it says, whatever their times are. */
    reading(): (key: string, listed: Trade) => void {
      const before = new Map([...prices].map(([key, { received }]) => [key, received]));
      return (key, { price, time }) => {
        const received = prices.get(key)?.received ?? 0;
        if (received === (before.get(key) ?? 0)) prices.set(key, { price, time, received, isListed: true });
      };
    },
  };
}
