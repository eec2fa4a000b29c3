import { queryOptions } from '@tanstack/react-query';
import type { JsonOf } from '#contracts/endpoint.ts';
import { listCopyDeals, previewCopies } from '#contracts/copying.ts';
import { listKeyFacts } from '#contracts/key-facts.ts';
import { checkKey, listKeyBalances, showKey } from '#contracts/key-groups.ts';
import { call } from '../../lib/call.ts';
import { allKeys, keysKey, marketsOf } from './keys.queries.ts';

/** Open result and last deal of every key. */
export const keyFacts = queryOptions({
  queryKey: [...keysKey, 'facts'],
  queryFn: async ({ signal }) => (await call(listKeyFacts, { signal })).facts,
});

/** Excludes balances, so that it is stable while only those change. */
export const allMarkets = queryOptions({ ...allKeys, select: marketsOf });

/** Dropped from memory when no longer shown. */
export const keyText = (uid: string) =>
  queryOptions({
    queryKey: ['key-text', uid],
    queryFn: ({ signal }) => call(showKey, { params: { uid }, signal }),
    gcTime: 0,
  });

/** Asks the exchange again each time it is opened. */
export const keyCheck = (uid: string) =>
  queryOptions({
    queryKey: ['key-check', uid],
    queryFn: ({ signal }) => call(checkKey, { params: { uid }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });

export const keyBalances = (uid: string) =>
  queryOptions({
    queryKey: [...keysKey, uid, 'balances'],
    queryFn: ({ signal }) => call(listKeyBalances, { params: { uid }, signal }),
  });

export const copyDeals = (uid: string) =>
  queryOptions({
    queryKey: [...keysKey, uid, 'deals'],
    queryFn: ({ signal }) => call(listCopyDeals, { params: { uid }, signal }),
  });

/** By the given rule; results of overwritten input are not cached. */
export const copyPreview = (deal: JsonOf<typeof previewCopies>) =>
  queryOptions({
    queryKey: [...keysKey, 'preview', JSON.stringify(deal)],
    queryFn: ({ signal }) => call(previewCopies, { json: deal, signal }),
    gcTime: 0,
  });
