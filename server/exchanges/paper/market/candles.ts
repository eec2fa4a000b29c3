import type { Big } from 'big.js';
import { INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { ZERO, max, min } from '#contracts/rules/decimal.ts';
import { DAY, SECOND } from '#contracts/rules/time.ts';
import type { MarketTrade } from '../../../domain/matching/model/market.ts';

export interface Candle {
  openTime: number;
  open: Big;
  high: Big;
  low: Big;
  close: Big;
  volume: Big;
  quoteVolume: Big;
  takerVolume: Big;
  takerQuoteVolume: Big;
  count: number;
  firstId: number;
  lastId: number;
}

/** Weeks open on Mondays; the epoch was a Thursday. */
const FIRST_MONDAY = 4 * DAY;

const LENGTHS: Record<string, number> = { '1s': SECOND, ...INTERVAL_MS, '3d': 3 * DAY, '1w': 7 * DAY };
export const INTERVALS: ReadonlySet<string> = new Set([...Object.keys(LENGTHS), '1M']);

/** Open time of the candle that holds `time`, and of the one after it. */
export function candleBounds(interval: string, time: number): { open: number; next: number } {
  const length = LENGTHS[interval];
  if (length === undefined) {
    const date = new Date(time);
    const month = (ahead: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1);
    return { open: month(0), next: month(1) };
  }
  const origin = interval === '1w' ? FIRST_MONDAY : 0;
  const open = Math.floor((time - origin) / length) * length + origin;
  return { open, next: open + length };
}

export type Bounds = (time: number) => { open: number; next: number };

/** Candles of an interval in a time zone that is `ahead` ms ahead of UTC. */
export const boundsIn =
  (interval: string, ahead: number): Bounds =>
  (time) => {
    const { open, next } = candleBounds(interval, time + ahead);
    return { open: open - ahead, next: next - ahead };
  };

export const flatCandle = (openTime: number, price: Big, id: number): Candle => ({
  openTime,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: ZERO,
  quoteVolume: ZERO,
  takerVolume: ZERO,
  takerQuoteVolume: ZERO,
  count: 0,
  firstId: id,
  lastId: id,
});

export function addTrade(candle: Candle, trade: MarketTrade): void {
  const quote = trade.price.times(trade.qty);
  if (candle.count === 0) {
    candle.open = candle.high = candle.low = trade.price;
    candle.firstId = trade.firstId;
  }
  candle.high = max(candle.high, trade.price);
  candle.low = min(candle.low, trade.price);
  candle.close = trade.price;
  candle.volume = candle.volume.plus(trade.qty);
  candle.quoteVolume = candle.quoteVolume.plus(quote);
  if (!trade.buyerMaker) {
    candle.takerVolume = candle.takerVolume.plus(trade.qty);
    candle.takerQuoteVolume = candle.takerQuoteVolume.plus(quote);
  }
  candle.count += trade.id - trade.firstId + 1;
  candle.lastId = trade.id;
}

/** Longer candles out of shorter ones, oldest first. */
export function merge(candles: readonly Candle[], boundsOf: Bounds): Candle[] {
  const merged: Candle[] = [];
  for (const candle of candles) {
    const { open } = boundsOf(candle.openTime);
    const last = merged.at(-1);
    if (last?.openTime === open) absorb(last, candle);
    else merged.push({ ...candle, openTime: open });
  }
  return merged;
}

/** All of them as one candle. */
export function total(candles: readonly Candle[]): Candle | undefined {
  const [first, ...others] = candles;
  if (!first) return undefined;
  const sum = { ...first };
  for (const candle of others) absorb(sum, candle);
  return sum;
}

function absorb(into: Candle, candle: Candle): void {
  into.high = max(into.high, candle.high);
  into.low = min(into.low, candle.low);
  into.close = candle.close;
  into.volume = into.volume.plus(candle.volume);
  into.quoteVolume = into.quoteVolume.plus(candle.quoteVolume);
  into.takerVolume = into.takerVolume.plus(candle.takerVolume);
  into.takerQuoteVolume = into.takerQuoteVolume.plus(candle.takerQuoteVolume);
  into.count += candle.count;
  into.lastId = candle.lastId;
}
