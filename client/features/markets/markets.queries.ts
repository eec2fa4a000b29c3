import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { getBalances, getMarketInfo, listPairs, type MarketInfo, type Pair } from '#contracts/markets.ts';
import type { MarketDepth, PublicTrade } from '#contracts/market-data.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { call } from '../../lib/call.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';

export interface PairRef {
  market: Market;
  symbolName: string;
}

export interface PriceNow {
  price: Big;
  /** Time of the trade by the exchange's clock, epoch ms. */
  time: number;
  /** When this page received it, by its own clock, epoch ms. */
  receivedAt: number;
  /** Since when trades are missing although the pair trades, UTC epoch ms; null while they arrive. */
  delayedSince: number | null;
}

export const marketsKey = ['markets'] as const;
export const balancesKey = [...marketsKey, 'balances'] as const;

export const marketInfo = ({ market, symbolName }: PairRef) =>
  queryOptions({
    queryKey: [...marketsKey, 'info', market, symbolName],
    queryFn: ({ signal }) =>
      call(getMarketInfo, { params: { tradeType: 'spot', market, symbol: symbolName }, query: {}, signal }),
    staleTime: MINUTE_MS,
    ...persistOffline,
  });

/** Placeholder for another pair of the same market: everything except its price. */
export function infoOf(
  before: MarketInfo | undefined,
  pairs: readonly Pair[] | undefined,
  { market, symbolName }: PairRef,
): MarketInfo | undefined {
  const symbol = pairs?.find(({ name }) => name === symbolName);
  if (before?.market !== market || !symbol) return undefined;
  return { ...before, symbol, symbolPrice: null, symbolPriceTime: null, symbolPriceDelayedSince: null };
}

export const pairBalances = ({ market, symbolName }: PairRef) =>
  queryOptions({
    queryKey: [...balancesKey, market, symbolName],
    queryFn: ({ signal }) => call(getBalances, { params: { tradeType: 'spot', market, symbol: symbolName }, signal }),
  });

export const marketPairs = (market: Market) =>
  queryOptions({
    queryKey: [...marketsKey, 'pairs', market],
    queryFn: ({ signal }) => call(listPairs, { params: { market }, query: { permissions: 'SPOT' }, signal }),
    staleTime: 10 * MINUTE_MS,
    ...persistOffline,
    placeholderData: keepPreviousData,
  });

export interface DepthNow extends Pick<MarketDepth, 'bids' | 'asks'> {
  /** When this page received it, epoch ms. */
  receivedAt: number;
}

const detailsKey = ({ market, symbolName }: PairRef) => [...marketsKey, 'details', market, symbolName] as const;

/** Never fetched: the live channel writes it, as the trades. */
export const marketDepth = (pair: PairRef) =>
  queryOptions({
    queryKey: [...detailsKey(pair), 'depth'],
    queryFn: (): DepthNow | null => null,
    enabled: false,
    staleTime: Infinity,
  });

/** Newest first. */
export const marketTrades = (pair: PairRef) =>
  queryOptions({
    queryKey: [...detailsKey(pair), 'trades'],
    queryFn: (): readonly PublicTrade[] | null => null,
    enabled: false,
    staleTime: Infinity,
  });

export const livePriceKey = ({ market, symbolName }: PairRef): QueryKey => [...marketsKey, 'price', market, symbolName];

/** Never fetched: the live channel writes it. */
export const livePrice = (pair: PairRef) =>
  queryOptions({
    queryKey: livePriceKey(pair),
    queryFn: (): PriceNow | null => null,
    enabled: false,
    staleTime: Infinity,
  });
