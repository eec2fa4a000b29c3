import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { HistoryFilter } from '#contracts/history.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Button } from '../../../ui/button.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import { BlockTable } from '../rows/block-table.tsx';
import rowStyles from '../rows/rows.module.css';
import { EventsDialog } from '../rows/events/events-dialog.tsx';
import { useSorting } from '../rows/use-sorting.ts';
import { historyRows } from './history.queries.ts';

interface Props {
  filter: HistoryFilter;
  offline: boolean;
  emptyAction: ReactNode;
  /** Resets the filters; null if none are set. */
  onEverything: (() => void) | null;
}

function Nothing({ onEverything, emptyAction }: Pick<Props, 'onEverything' | 'emptyAction'>) {
  if (!onEverything)
    return (
      <Empty icon={History} title="No history yet" action={emptyAction}>
        Closed blocks appear here with their results.
      </Empty>
    );
  const action = (
    <Button variant="quiet" onClick={onEverything}>
      Show everything
    </Button>
  );
  return <Empty icon={History} title="No matching blocks" action={action} />;
}

/** Keyed by its filter, so that other rows start at the first page. */
export function HistoryRows({ filter, offline, emptyAction, onEverything }: Props) {
  const [openId, setOpenId] = useState<string | null>(null);
  const openEvents = useCallback((blockId: string) => setOpenId(blockId), []);
  const order = useSorting();
  const rows = useQuery(historyRows(filter, order.params));
  const { error, refetch } = rows;
  const data = useDeferredData(rows.data);
  useErrorToast(data ? null : error);
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={rows.isFetching} />
    ) : (
      <Skeleton lines={4} height="72px" label="Loading: Order history" />
    );
  const first = order.page * PAGE_SIZE;
  const opened = data.blocks.find(([main]) => main?.blockId === openId);
  return (
    <div className={rowStyles.region}>
      <AsOf of={rows} offline={offline} />
      {data.blocks.length === 0 ? (
        <Nothing onEverything={onEverything} emptyAction={emptyAction} />
      ) : (
        <BlockTable
          blocks={data.blocks}
          closedAt={data.closedAt}
          count={data.lastPage > 0 ? `${first + 1}–${first + data.blocks.length}` : String(data.blocks.length)}
          caption="Order history"
          sorting={order.sorting}
          onSort={order.sort}
          offline={offline}
          onOpenDialog={openEvents}
        />
      )}
      <Pager page={order.page} last={data.lastPage} onChange={order.setPage} />
      {opened && openId !== null ? (
        <EventsDialog orders={opened} blockId={openId} offline={offline} onClose={() => setOpenId(null)} />
      ) : null}
    </div>
  );
}
