import { Big } from 'big.js';
import * as z from 'zod/mini';
import { MarketPrice, topics } from '#contracts/live.ts';
import type { Bus } from '../lib/bus.ts';

export interface LastPrice {
  price: Big;
  /** UTC epoch ms, the exchange's clock. */
  time: number;
  /** Since when trades are missing though the pair is traded, UTC epoch ms. */
  delayedSince?: number | null;
}

export interface Tick extends LastPrice {
  market: string;
  /** The exchange's name: XRPUSDT. */
  symbol: string;
}

export const pairKey = (market: string, symbol: string): string => `${market}.${symbol}`;

/** 'xrp_usdt', 'XRP/USDT' and 'XRPUSDT' are one pair; the exchange's name has nothing between. */
export const exchangeName = (name: string): string => name.toUpperCase().replace(/[_/-]/g, '');

/** The newest price of every pair that ticked since the start, and what changed since it was last asked. */
export function priceBoard(bus: Bus, onTick: (tick: Tick) => void) {
  const last = new Map<string, Tick>();
  const changed = new Set<string>();
  const stop = bus.subscribe('tick.>', (body, subject) => {
    const [, market = '', symbol = ''] = subject.split('.');
    const { price, time } = body as { price: string; time: number };
    const tick = { market, symbol, price: new Big(price), time };
    const key = pairKey(market, symbol);
    last.set(key, tick);
    changed.add(key);
    onTick(tick);
  });
  return {
    stop,
    last: (market: string, symbol: string): Tick | null => last.get(pairKey(market, symbol)) ?? null,
    of: (market: string): Tick[] => [...last.values()].filter((tick) => tick.market === market),
    takeChanged(): Tick[] {
      const ticks = [...changed].flatMap((key) => last.get(key) ?? []);
      changed.clear();
      return ticks;
    },
  };
}

export type PairName = (market: string, symbol: string) => string | null;

/** The bodies of the two price topics, as they go over the wire. */
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
