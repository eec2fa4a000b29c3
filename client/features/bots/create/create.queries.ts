import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { type LinesPreview, previewLines, type PreviewLines } from '#contracts/bot-lines.ts';
import { type BotPreview, previewBot, type PreviewBot } from '#contracts/bot-preview.ts';
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

/** Of a new bot, or of other lines of one that runs. */
export type AnyPreview = BotPreview & Partial<Pick<LinesPreview, 'ending' | 'copyLines'>>;

/** What is asked for about other lines; null for a bot without any. */
export function linesOf({ stop, ...request }: PreviewBot): PreviewLines | null {
  const { market: _market, symbolName: _pair, mainUid: _key, startAt: _at, copyKeys: _copies, ...plan } = request;
  return plan.type === 'basket' ? null : { plan, ...(stop && { stop }) };
}

async function askPreview(
  request: PreviewBot,
  of: { changes: string | null; signal: AbortSignal },
): Promise<AnyPreview> {
  const { changes: botId, signal } = of;
  const lines = botId === null ? null : linesOf(request);
  if (botId === null || lines === null) return call(previewBot, { json: request, signal });
  return call(previewLines, { params: { botId }, json: lines, signal });
}

/** What a bot with these settings would do now, or the one that `changes` its lines; the market moves meanwhile. */
export const botPreview = (request: PreviewBot | null, changes: string | null = null) =>
  queryOptions({
    queryKey: [...formKey, 'preview', changes, request],
    queryFn: request ? ({ signal }) => askPreview(request, { changes, signal }) : skipToken,
    placeholderData: keepPreviousData,
    refetchInterval: PREVIEW_EVERY_MS,
    gcTime: PREVIEW_EVERY_MS,
    retry: false,
  });
