import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { previewBot, type PreviewBot } from '#contracts/bot-preview.ts';
import { getBalances, getMarketInfo, listPairs } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../../lib/call.ts';

/** Apart from the bots: what is typed is not replaced when those are read again. */
const formKey = ['bot-form'] as const;

/** The pair's steps and its last price as a new bot begins: what is typed does not follow the market. */
export const botPair = (market: Market, symbolName: string) =>
  queryOptions({
    queryKey: [...formKey, 'pair', market, symbolName],
    queryFn: ({ signal }) =>
      call(getMarketInfo, { params: { tradeType: 'spot', market, symbol: symbolName }, query: {}, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** All pairs of a market: a basket is made of those with one counter currency. */
export const botPairs = (market: Market) =>
  queryOptions({
    queryKey: [...formKey, 'pairs', market],
    queryFn: ({ signal }) => call(listPairs, { params: { market }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** What the active key has free of a pair. */
export const botFree = (market: Market, symbolName: string) =>
  queryOptions({
    queryKey: [...formKey, 'free', market, symbolName],
    queryFn: ({ signal }) => call(getBalances, { params: { tradeType: 'spot', market, symbol: symbolName }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

const PREVIEW_EVERY_MS = 5000;

/** What a bot with these settings would do now; the market moves meanwhile. */
export const botPreview = (request: PreviewBot | null) =>
  queryOptions({
    queryKey: [...formKey, 'preview', request],
    queryFn: request ? ({ signal }) => call(previewBot, { json: request, signal }) : skipToken,
    placeholderData: keepPreviousData,
    refetchInterval: PREVIEW_EVERY_MS,
    gcTime: PREVIEW_EVERY_MS,
    retry: false,
  });
