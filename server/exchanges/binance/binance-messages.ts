import { Big } from 'big.js';
import * as z from 'zod/mini';
import type { Balance, Candle, DayStats } from '../exchange.ts';

/** Binance's decimals are texts; they never pass through a float. */
export const amount = z.pipe(
  z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
  z.transform((text) => new Big(text)),
);
export const id = z.pipe(z.int(), z.transform(String));
export const side = z.pipe(
  z.enum(['BUY', 'SELL']),
  z.transform((name) => (name === 'BUY' ? 'buy' : 'sell')),
);

/** Binance says whether the buyer was the maker. */
export const takerSide = (buyerIsMaker: boolean): 'buy' | 'sell' => (buyerIsMaker ? 'sell' : 'buy');

export const AccountBalances = z.pipe(
  z.object({ balances: z.array(z.object({ asset: z.string(), free: amount, locked: amount })) }),
  z.transform((account): Balance[] => account.balances),
);

export const WireCandle = z.pipe(
  z.tuple([z.int(), amount, amount, amount, amount, amount, z.int(), amount, z.int(), amount, amount], z.unknown()),
  z.transform((cells): Candle => {
    const [openTime, open, high, low, close, volume, closeTime, quoteVolume, trades, takerBase, takerQuote] = cells;
    const taken = { quoteVolume, trades, takerBase, takerQuote };
    return { openTime, closeTime, open, high, low, close, volume, ...taken };
  }),
);

export const WireTrade = z.pipe(
  z.object({ a: z.int(), l: z.int(), p: amount, q: amount, T: z.int(), m: z.boolean() }),
  z.transform(({ a, l, p, q, T, m }) => ({
    id: a,
    lastTradeId: l,
    price: p,
    quantity: q,
    side: takerSide(m),
    time: T,
  })),
);

export const WireDay = z.pipe(
  z.object({ symbol: z.string(), openPrice: amount, highPrice: amount, lowPrice: amount, quoteVolume: amount }),
  z.transform(({ symbol, openPrice, highPrice, lowPrice, quoteVolume }): DayStats => ({
    symbol,
    open: openPrice,
    high: highPrice,
    low: lowPrice,
    quoteVolume,
  })),
);

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
