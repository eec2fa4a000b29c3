import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { MarketInfo } from '#contracts/markets.ts';
import { priceView, STALE_AFTER_MS } from './use-price.ts';

const NOW = 1_000_000;
const live = (receivedAt: number, delayedSince: number | null = null) => ({
  price: new Big('0.52'),
  time: receivedAt,
  receivedAt,
  delayedSince,
});
const query = (symbolPriceTime: number | null, at = NOW, symbolPriceDelayedSince: number | null = null) => ({
  info: { symbolPrice: new Big('0.5'), symbolPriceTime, symbolPriceDelayedSince } as MarketInfo,
  at,
});
const NONE = { info: undefined, at: 0 };
const shown = (...of: Parameters<typeof priceView>) => {
  const { price, age, stale } = priceView(...of);
  return [price?.toFixed() ?? null, age, stale];
};

describe('the price of a pair', () => {
  it('is unknown and stale before anything arrives', () => {
    expect(priceView(null, NONE, NOW)).toEqual({ price: null, age: null, stale: true, delayedSince: null });
    expect(shown(null, query(null), NOW)).toEqual([null, null, true]);
  });

  it('is the newer of the live price and the one of the query', () => {
    expect(shown(live(NOW - 2000), query(NOW - 1000), NOW)).toEqual(['0.5', 1, false]);
    expect(shown(live(NOW - 1000), query(NOW - 1000), NOW)).toEqual(['0.52', 1, false]);
    expect(shown(live(NOW), NONE, NOW)).toEqual(['0.52', 0, false]);
  });

  it('is never newer than its answer, whatever the clock of the exchange says', () => {
    expect(shown(null, query(NOW + 60_000, NOW - 3000), NOW)).toEqual(['0.5', 3, false]);
    expect(shown(live(NOW + 500), NONE, NOW)).toEqual(['0.52', 0, false]);
  });

  it('is stale after ten seconds, and while trades are missing', () => {
    expect(shown(live(NOW - STALE_AFTER_MS), NONE, NOW)).toEqual(['0.52', 10, false]);
    expect(shown(live(NOW - STALE_AFTER_MS - 1), NONE, NOW)).toEqual(['0.52', 10, true]);
    expect(priceView(live(NOW, NOW - 100), NONE, NOW)).toMatchObject({ stale: true, delayedSince: NOW - 100 });
    expect(priceView(null, query(NOW, NOW, NOW - 100), NOW)).toMatchObject({ stale: true, delayedSince: NOW - 100 });
  });
});
