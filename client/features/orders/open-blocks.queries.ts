import { queryOptions } from '@tanstack/react-query';
import { listOpenBlocks } from '#contracts/closing.ts';
import type { Side } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { ordersKey, type RowsFilter } from './orders.queries.ts';

export type OpenFilter = Pick<RowsFilter, 'market' | 'symbolName' | 'counterEarning'> & { section: Side };

/** All open blocks of the filter, over all pages. */
export const openBlocks = ({ market, symbolName, counterEarning, section }: OpenFilter) =>
  queryOptions({
    queryKey: [...ordersKey, 'all', market, symbolName, counterEarning, section],
    queryFn: async ({ signal }) => {
      const { content } = await call(listOpenBlocks, {
        query: { market, symbolName, counterEarning, section },
        signal,
      });
      return Object.values(content);
    },
    staleTime: 0,
    gcTime: 0,
  });
