import { queryOptions } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { listCopyDeals, previewCopies } from '#contracts/copying.ts';
import { checkKey, listKeyBalances, showKey } from '#contracts/key-groups.ts';
import { call } from '../../lib/call.ts';
import { keysKey } from './keys.queries.ts';

/** Forgotten as soon as nobody looks at it. */
export const keyText = (uid: string) =>
  queryOptions({
    queryKey: ['key-text', uid],
    queryFn: ({ signal }) => call(showKey, { params: { uid }, signal }),
    gcTime: 0,
  });

/** Asks the exchange anew each time it is opened. */
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

interface Deal {
  mainUid: string;
  symbolName: string;
  counterQuantity: Big;
}

/** By the size rules as they are saved. */
export const copyPreview = (deal: Deal) =>
  queryOptions({
    queryKey: [...keysKey, 'preview', deal.mainUid, deal.symbolName, deal.counterQuantity.toFixed()],
    queryFn: ({ signal }) => call(previewCopies, { json: deal, signal }),
  });
