import { useQueries } from '@tanstack/react-query';
import type { View } from '#contracts/rules/view.ts';
import { orderRows, type Rows } from '../../../features/orders/orders.queries.ts';
import { pageSizeHere } from '../../../features/orders/rows/page-size.ts';

const SIDES = ['buy', 'sell'] as const;

function countOf(lists: { data: Rows | undefined }[]): string | null {
  if (lists.some(({ data }) => data === undefined)) return null;
  const blocks = lists.reduce((sum, { data }) => sum + (data?.blocks.length ?? 0), 0);
  return `${blocks}${lists.some(({ data }) => (data?.lastPage ?? 0) > 0) ? '+' : ''}`;
}

/** Open blocks of the pair as far as they were read for the rows and the chart; null while unknown. */
export function useOpenCount({ market, symbolName, counterEarning }: View): string | null {
  return useQueries({
    queries: SIDES.map((section) =>
      Object.assign(orderRows({ market, symbolName, counterEarning, section, page: 0, size: pageSizeHere() }), {
        enabled: false,
      }),
    ),
    combine: countOf,
  });
}
