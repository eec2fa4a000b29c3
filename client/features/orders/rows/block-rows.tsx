import { useQuery } from '@tanstack/react-query';
import { History, ListPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { FillNews } from './fill-news.tsx';
import styles from './order-rows.module.css';
import { OrderCards, OrderTable } from './order-table.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { orderRows, type RowsFilter } from '../orders.queries.ts';

const WORDS = {
  buy: { caption: 'Open buy blocks', empty: 'No open buy blocks' },
  sell: { caption: 'Open sell blocks', empty: 'No open sell blocks' },
  history: { caption: 'Order history', empty: 'No history yet' },
};

interface Props {
  filter: Omit<RowsFilter, 'page'>;
  /** Epoch ms; null while the page is live or connecting. */
  offlineSince: number | null;
  /** What to do while there is nothing. */
  emptyHint: ReactNode;
  emptyAction?: ReactNode;
}

/** Keyed by its filter from outside: other rows begin at their first page. */
export function BlockRows({ filter, offlineSince, emptyHint, emptyAction }: Props) {
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<OrderBlock | null>(null);
  const [inBase, setInBase] = useState(false);
  const wide = useMedia('(width >= 768px)');
  const found = useQuery(orderRows({ ...filter, page }));
  const { data, error, refetch, isFetching } = found;
  const { caption, empty } = WORDS[filter.section];
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={4} height="56px" label={`Loading: ${caption}`} />
    );
  const blocks = data.blocks.flatMap(([main]) => main ?? []);
  const offline = offlineSince !== null;
  const List = wide ? OrderTable : OrderCards;
  return (
    <section className={styles.region} aria-label={caption}>
      <FillNews blocks={blocks} />
      <AsOf of={found} offline={offline}>
        Nothing can be changed until the connection is back.
      </AsOf>
      {blocks.length === 0 ? (
        <Empty icon={filter.section === 'history' ? History : ListPlus} title={empty} action={emptyAction}>
          {emptyHint}
        </Empty>
      ) : (
        <List
          blocks={blocks}
          caption={caption}
          inBase={inBase}
          onToggleValue={() => setInBase(!inBase)}
          offline={offline}
          onRemove={setAsked}
        />
      )}
      <Pager page={page} last={data.lastPage} onChange={setPage} />
      <RemoveDialog block={asked} offline={offline} onClose={() => setAsked(null)} />
    </section>
  );
}
