import type { ReactNode } from 'react';
import { BlockRows } from '../rows/block-rows.tsx';
import type { RowsFilter } from '../orders.queries.ts';

interface Props {
  filter: Omit<RowsFilter, 'page' | 'section'>;
  /** Epoch ms; null while the page is live or connecting. */
  offlineSince: number | null;
  /** What to do while there is nothing. */
  emptyAction: ReactNode;
}

export const HistoryTab = ({ filter, offlineSince, emptyAction }: Props) => (
  <BlockRows
    filter={{ ...filter, section: 'history' }}
    offlineSince={offlineSince}
    emptyHint="Blocks that were closed are kept here with their result."
    emptyAction={emptyAction}
  />
);
