import { useQuery } from '@tanstack/react-query';
import type { Section, View } from '#contracts/rules/view.ts';
import { orderRows, type Rows } from '../../../features/orders/orders.queries.ts';
import { pageSizeHere, sizeParam } from '../../../features/orders/rows/page-size.ts';

interface Counted {
  blocks: number;
  more: boolean;
}

const counted = ({ blocks, lastPage }: Rows): Counted => ({ blocks: blocks.length, more: lastPage > 0 });

function useCounted({ market, symbolName, counterEarning }: View, section: Exclude<Section, 'alerts' | 'history'>) {
  const rows = orderRows({ market, symbolName, counterEarning, section, page: 0, ...sizeParam(pageSizeHere()) });
  return useQuery({ ...rows, enabled: false, select: counted }).data;
}

/** Open blocks of the pair as far as they were read for the rows and the chart; null while unknown. */
export function useOpenCount(view: View): string | null {
  const [bought, sold] = [useCounted(view, 'buy'), useCounted(view, 'sell')];
  return bought && sold ? `${bought.blocks + sold.blocks}${bought.more || sold.more ? '+' : ''}` : null;
}
