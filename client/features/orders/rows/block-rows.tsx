import { useQuery } from '@tanstack/react-query';
import { ArrowUp, ListPlus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Side } from '#contracts/symbol.ts';
import { prefetched } from '../../../lib/prefetched.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Button } from '../../../ui/button.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import { orderRows, type Rows, type RowsFilter } from '../orders.queries.ts';
import type { BlockDialog } from './block-row.tsx';
import { FillAnnouncer } from './fill-announcer.tsx';
import styles from './rows.module.css';
import { useNewRows } from './use-new-rows.ts';
import { useSorting } from './use-sorting.ts';

const BlockTable = prefetched(async () => (await import('./block-table.tsx')).BlockTable);
const EndDialog = lazy(async () => ({ default: (await import('./ending/end-dialog.tsx')).EndDialog }));
const CloseAllDialog = lazy(async () => ({
  default: (await import('./ending/close-all-dialog.tsx')).CloseAllDialog,
}));
const EventsDialog = lazy(async () => ({ default: (await import('./events/events-dialog.tsx')).EventsDialog }));
const TargetsDialog = lazy(async () => ({ default: (await import('./targets/targets-dialog.tsx')).TargetsDialog }));

const TEXTS = {
  buy: { caption: 'Open buy blocks', empty: 'No open buy blocks' },
  sell: { caption: 'Open sell blocks', empty: 'No open sell blocks' },
};

interface Props {
  filter: Omit<RowsFilter, 'section' | 'page' | 'sort' | 'direction' | 'targets'> & { section: Side };
  /** Epoch ms; null while live or connecting. */
  offlineSince: number | null;
  /** Hint of the empty state. */
  emptyHint: ReactNode;
}

interface DialogsProps {
  rows: Rows;
  offline: boolean;
  opened: { blockId: string; about: BlockDialog } | null;
  onClose: () => void;
}

/** Dialogs of a block's current state; closed once it has left the rows. */
function Dialogs({ rows, offline, opened, onClose }: DialogsProps) {
  const orders = rows.blocks.find(([main]) => main?.blockId === opened?.blockId);
  const main = orders?.[0];
  if (!opened || !orders || !main) return null;
  const common = { offline, onClose };
  if (opened.about === 'end') return <EndDialog orders={orders} {...common} />;
  if (opened.about === 'targets') return <TargetsDialog block={main} {...common} />;
  return <EventsDialog orders={orders} blockId={main.blockId} {...common} />;
}

interface ListProps extends Props {
  rows: Rows;
  /** Rows of the previous page. */
  outdated: boolean;
  order: ReturnType<typeof useSorting>;
}

function List({ rows, outdated, order, filter, offlineSince, emptyHint }: ListProps) {
  const [about, setAbout] = useState<DialogsProps['opened']>(null);
  const [closesAll, setClosesAll] = useState(false);
  const openDialog = useCallback((blockId: string, what: BlockDialog) => setAbout({ blockId, about: what }), []);
  const { page, setPage, sorting, sort } = order;
  const { top, shown, waiting, show } = useNewRows(rows.blocks, JSON.stringify({ page, sorting, outdated }));
  const { caption, empty } = TEXTS[filter.section];
  const offline = offlineSince !== null;
  return (
    <>
      <FillAnnouncer blocks={rows.blocks.flatMap(([main]) => main ?? [])} />
      <div ref={top} className={styles.top} />
      {waiting > 0 ? (
        <Button small icon={ArrowUp} className={styles.newcomers} onClick={show}>
          {waiting} new
        </Button>
      ) : null}
      {rows.blocks.length === 0 ? (
        <Empty icon={ListPlus} title={empty}>
          {emptyHint}
        </Empty>
      ) : (
        <Suspense fallback={<Skeleton lines={4} height="72px" label={`Loading: ${caption}`} />}>
          <BlockTable
            blocks={shown}
            page={rows.lastPage > 0 ? page : null}
            caption={caption}
            sorting={sorting}
            onSort={sort}
            offline={offline}
            onOpenDialog={openDialog}
            onCloseAll={() => setClosesAll(true)}
          />
        </Suspense>
      )}
      <Pager page={page} last={rows.lastPage} onChange={setPage} />
      <Suspense>
        <Dialogs rows={rows} offline={offline} opened={about} onClose={() => setAbout(null)} />
        {closesAll ? <CloseAllDialog filter={filter} offline={offline} onClose={() => setClosesAll(false)} /> : null}
      </Suspense>
    </>
  );
}

/** Keyed by its filter, so that other rows start at the first page. */
export function BlockRows(props: Props) {
  const { filter, offlineSince } = props;
  const order = useSorting();
  const rows = useQuery(orderRows({ ...filter, ...order.params }));
  const { error, refetch } = rows;
  const data = useDeferredData(rows.data);
  useErrorToast(data ? null : error);
  const { caption } = TEXTS[filter.section];
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={rows.isFetching} />
    ) : (
      <Skeleton lines={4} height="72px" label={`Loading: ${caption}`} />
    );
  // The last block of the last page has gone.
  if (order.page > data.lastPage) order.setPage(data.lastPage);
  return (
    <section className={styles.region} aria-label={caption}>
      <AsOf of={rows} offline={offlineSince !== null} changes="changes are disabled" />
      <List {...props} rows={data} outdated={rows.isPlaceholderData} order={order} />
    </section>
  );
}
