import { queryOptions } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { previewAverage, previewSplit } from '#contracts/average.ts';
import { call } from '../../../lib/call.ts';
import type { RowsFilter } from '../orders.queries.ts';

export type AveragePair = Pick<RowsFilter, 'market' | 'symbolName'>;
export interface Targets {
  takeProfitPrice: Big | null;
  stopLossPrice: Big | null;
}
export const NO_TARGETS: Targets = { takeProfitPrice: null, stopLossPrice: null };

/** Not among the orders' queries: once blocks have gone over, they are not asked about again. */
const fresh = { staleTime: 0, gcTime: 0 };
/** What is refused may be taken as the market moves. */
const REFUSED_MS = 3000;

/** What joining these blocks would come to, and which of them cannot join. */
export const joinPreview = ({ market, symbolName }: AveragePair, blockIds: readonly string[], targets: Targets) =>
  queryOptions({
    queryKey: [
      'join preview',
      market,
      symbolName,
      blockIds,
      targets.takeProfitPrice?.toFixed() ?? null,
      targets.stopLossPrice?.toFixed() ?? null,
    ],
    queryFn: ({ signal }) =>
      call(previewAverage, { json: { market, symbolName, blockIds: [...blockIds], ...targets }, signal }),
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[3]) === JSON.stringify(blockIds) ? before : undefined,
    refetchInterval: ({ state }) => (state.data?.error ? REFUSED_MS : false),
    ...fresh,
  });

export const splitPreview = ({ market, symbolName }: AveragePair, blockId: string, shares: readonly Big[]) =>
  queryOptions({
    queryKey: ['split preview', market, symbolName, blockId, shares.map((share) => share.toFixed())],
    queryFn: ({ signal }) => call(previewSplit, { json: { market, symbolName, blockId, shares: [...shares] }, signal }),
    placeholderData: (before) => before,
    ...fresh,
  });
