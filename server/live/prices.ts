import type { Big } from 'big.js';
import * as z from 'zod/mini';
import { MarketPrice, topics } from '#contracts/live.ts';
import type { Bus } from '../runtime/bus/bus.ts';
import { subscribeTicks } from './ticks.ts';

export interface LastPrice {
  price: Big;
  /** UTC epoch ms, the exchange's clock. */
  time: number;
  /** Since when trades are missing though the pair is traded, UTC epoch ms. */
  delayedSince?: number | null;
}

/** The pair that an open page shows. */
export interface PagePair {
  market: string;
  /** The exchange's name: XRPUSDT. */
  symbol: string;
}

export interface Tick extends LastPrice, PagePair {}

export interface PublishedTick extends Tick {
  /** The process that published it. */
  by: string;
}

export const pairKey = (market: string, symbol: string): string => `${market}.${symbol}`;

/** 'xrp_usdt', 'XRP/USDT' and 'XRPUSDT' are one pair; the exchange's name has no separator. */
export const exchangeName = (name: string): string => name.toUpperCase().replace(/[_/-]/g, '');

/** Ticks from the bus: which pairs ticked since the start, and which since `takeChanged` was last called. */
export function watchTicks(bus: Bus, onTick: (tick: PublishedTick) => void) {
  const ticked = new Map<string, PagePair>();
  const changed = new Set<string>();
  const stop = subscribeTicks(bus, 'tick.>', (tick) => {
    const { market, symbol } = tick;
    const key = pairKey(market, symbol);
    ticked.set(key, { market, symbol });
    changed.add(key);
    onTick(tick);
  });
  return {
    stop,
    of: (market: string): PagePair[] => [...ticked.values()].filter((pair) => pair.market === market),
    takeChanged(): PagePair[] {
      const pairs = [...changed].flatMap((key) => ticked.get(key) ?? []);
      changed.clear();
      return pairs;
    },
  };
}

export type PairName = (market: string, symbol: string) => string | null;

/** The encoded bodies of the two price topics. */
export function priceBodies(pairName: PairName) {
  const named = ({ market, symbol }: Tick) => pairName(market, symbol) ?? symbol.toLowerCase();
  return {
    marketPrice: (tick: Tick): string =>
      JSON.stringify(
        z.encode(MarketPrice, {
          market: tick.market,
          symbol: named(tick),
          price: tick.price,
          time: tick.time,
          ...(tick.delayedSince ? { delayedSince: tick.delayedSince } : {}),
        }),
      ),
    alertPrices: (ticks: Tick[]): string =>
      JSON.stringify(
        z.encode(
          topics['alert-prices'],
          Object.fromEntries(ticks.map((tick) => [named(tick).toUpperCase(), tick.price])),
        ),
      ),
  };
}
