import { useQuery } from '@tanstack/react-query';
import { ArrowUp, ListPlus, ShieldCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { isUnprotected } from '#contracts/rules/attention.ts';
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
import type { AverageWay } from '../average/average-flow.tsx';
import type { WantedPurchase } from '../average/bring-to.tsx';
import { useApart } from '../average/use-apart.ts';
import type { BlockDialog } from './block-dialog.ts';
import { FillAnnouncer } from './fill-announcer.tsx';
import { hiddenHere, keepHidden } from './columns.ts';
import { ListTools } from './list-tools.tsx';
import { keepPageSize, MOST, pageSizeHere, restOf, sizeParam } from './page-size.ts';
import styles from './rows.module.css';
import { ChoiceHint, SelectionBar } from './selection-bar.tsx';
import { useNewRows } from './use-new-rows.ts';
import { useSelection } from './use-selection.ts';
import { useSorting } from './use-sorting.ts';

const BlockTable = prefetched(async () => (await import('./block-table.tsx')).BlockTable);
const AverageFlow = lazy(async () => ({ default: (await import('../average/average-flow.tsx')).AverageFlow }));
const EndDialog = lazy(async () => ({ default: (await import('./ending/end-dialog.tsx')).EndDialog }));
const CloseAllDialog = lazy(async () => ({
  default: (await import('./ending/close-all-dialog.tsx')).CloseAllDialog,
}));
const ChangeDialog = lazy(async () => ({ default: (await import('./change/change-dialog.tsx')).ChangeDialog }));
const EventsDialog = lazy(async () => ({ default: (await import('./events/events-dialog.tsx')).EventsDialog }));
const StopsDialog = lazy(async () => ({ default: (await import('../overview/stops-dialog.tsx')).StopsDialog }));
const ExitsDialog = lazy(async () => ({ default: (await import('./plan/exits-dialog.tsx')).ExitsDialog }));

const TEXTS = {
  buy: { caption: 'Open buy blocks', empty: 'No open buy blocks' },
  sell: { caption: 'Open sell blocks', empty: 'No open sell blocks' },
};

interface Props {
  filter: Omit<RowsFilter, 'section' | 'page' | 'size' | 'sort' | 'direction' | 'targets'> & { section: Side };
  /** Epoch ms; null while live or connecting. */
  offlineSince: number | null;
  /** Hint of the empty state. */
  emptyHint: ReactNode;
  /** What the header's Average menu was asked for; null for nothing. */
  average: AverageWay | null;
  onAveraged: () => void;
  /** A purchase that the order form is to be filled with. */
  onFill: (purchase: WantedPurchase) => void;
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
  if (opened.about === 'targets') return <ExitsDialog block={main} {...common} />;
  if (opened.about === 'change') return <ChangeDialog orders={orders} {...common} />;
  if (opened.about === 'events') return <EventsDialog orders={orders} blockId={main.blockId} {...common} />;
  return <EndDialog orders={orders} half={opened.about === 'half'} {...common} />;
}

interface ManyProps {
  of: 'all' | 'selected' | 'stops' | 'average' | null;
  filter: Props['filter'];
  selected: ReadonlySet<string>;
  offline: boolean;
  onClose: () => void;
}

/** One confirmation for several blocks. */
function ManyDialog({ of, filter, selected, ...common }: ManyProps) {
  if (of === 'all') return <CloseAllDialog filter={filter} {...common} />;
  if (selected.size === 0 || of === null || of === 'average') return null;
  if (of === 'stops') return <StopsDialog blockIds={[...selected]} {...common} />;
  return <CloseAllDialog filter={filter} only={selected} {...common} />;
}

type View = ReturnType<typeof useListView>;

interface ListProps extends Props {
  rows: Rows;
  /** Rows of the previous page. */
  outdated: boolean;
  order: ReturnType<typeof useSorting>;
  view: View;
}

/** What of the list this device shows, and how. */
function useListView() {
  const [size, setSize] = useState(pageSizeHere);
  const [hidden, setHidden] = useState(hiddenHere);
  const [unprotected, onUnprotected] = useState(false);
  const tools = {
    size,
    onSize: (next: typeof size) => {
      keepPageSize(next);
      setSize(next);
    },
    hidden,
    onHide: (next: typeof hidden) => {
      keepHidden(next);
      setHidden(next);
    },
    unprotected,
    onUnprotected,
  };
  // The filter looks through as many rows as one answer has.
  return { tools, rowsAPage: unprotected ? MOST : size };
}

interface NothingProps {
  /** What the filter 'Unprotected' looked through; null where it is off. */
  looked: string | null;
  empty: string;
  hint: ReactNode;
}

const Nothing = ({ looked, empty, hint }: NothingProps) =>
  looked !== null ? (
    <Empty icon={ShieldCheck} title={`None of ${looked} is unprotected`}>
      Switch 'Unprotected' off to see all.
    </Empty>
  ) : (
    <Empty icon={ListPlus} title={empty}>
      {hint}
    </Empty>
  );

interface NewRowsProps {
  waiting: number;
  onShow: () => void;
}

const NewRows = ({ waiting, onShow }: NewRowsProps) =>
  waiting > 0 ? (
    <Button small icon={ArrowUp} className={styles.newcomers} onClick={onShow}>
      {waiting} new
    </Button>
  ) : null;

interface TableProps extends ListProps {
  blocks: readonly (readonly OrderBlock[])[];
  selection: ReturnType<typeof useSelection>;
  apart: ReadonlyMap<string, string | null>;
  onOpenDialog: (blockId: string, dialog: BlockDialog) => void;
  onMany: (of: ManyProps['of']) => void;
}

function Table({ blocks, rows, order, filter, offlineSince, view, selection, apart, ...on }: TableProps) {
  const { average, onAveraged, onOpenDialog, onMany } = on;
  const { caption } = TEXTS[filter.section];
  const { selected, select, clear } = selection;
  const offline = offlineSince !== null;
  const first = order.page * view.rowsAPage;
  const count =
    rows.lastPage > 0 && !view.tools.unprotected ? `${first + 1}–${first + blocks.length}` : String(blocks.length);
  return (
    <Suspense fallback={<Skeleton lines={4} height="72px" label={`Loading: ${caption}`} />}>
      {selected.size === 0 && average === 'choose' ? <ChoiceHint onCancel={onAveraged} /> : null}
      {selected.size > 0 ? (
        <SelectionBar
          count={selected.size}
          offline={offline}
          onStop={() => onMany('stops')}
          onClose={() => onMany('selected')}
          onAverage={() => onMany('average')}
          onClear={clear}
        />
      ) : null}
      <BlockTable
        blocks={blocks}
        count={count}
        caption={caption}
        hidden={view.tools.hidden}
        sorting={order.sorting}
        onSort={order.sort}
        offline={offline}
        selected={selected}
        apart={apart}
        onSelect={select}
        onOpenDialog={onOpenDialog}
        onCloseAll={() => onMany('all')}
      />
    </Suspense>
  );
}

interface AveragingProps extends Omit<Props, 'emptyHint'> {
  many: ManyProps['of'];
  selection: ReturnType<typeof useSelection>;
  onClose: () => void;
}

/** The dialog of the Average menu, or of the blocks that are ticked. */
function Averaging({ many, selection, onClose, ...props }: AveragingProps) {
  const { average, filter, offlineSince, onAveraged, onFill } = props;
  const way = many === 'average' ? 'choose' : average;
  if (way === null || (way === 'choose' && many !== 'average')) return null;
  const end = () => {
    onClose();
    onAveraged();
  };
  const common = { way, filter, selected: selection.selected, offline: offlineSince !== null };
  const fill = (purchase: WantedPurchase) => {
    end();
    onFill(purchase);
  };
  return <AverageFlow {...common} onClose={way === 'choose' ? onClose : end} onDone={end} onFill={fill} />;
}

function List({ emptyHint, ...props }: ListProps) {
  const { rows, outdated, order, filter, offlineSince, view } = props;
  const [about, setAbout] = useState<DialogsProps['opened']>(null);
  const [many, setMany] = useState<ManyProps['of']>(null);
  const onOpenDialog = useCallback((blockId: string, what: BlockDialog) => setAbout({ blockId, about: what }), []);
  const { page, setPage, sorting } = order;
  const { unprotected } = view.tools;
  const rest = unprotected ? restOf({ page, lastPage: rows.lastPage }) : null;
  const found = unprotected ? rows.blocks.filter((orders) => orders.some(isUnprotected)) : rows.blocks;
  const { top, shown, waiting, show } = useNewRows(found, JSON.stringify({ page, sorting, outdated, unprotected }));
  const selection = useSelection(shown);
  const apart = useApart(filter, props.average === 'choose');
  const offline = offlineSince !== null;
  const isEmpty = found.length === 0;
  const these = rest === null ? 'these blocks' : 'the blocks on this page';
  const looked = unprotected && rows.blocks.length > 0 ? these : null;
  return (
    <>
      <FillAnnouncer blocks={rows.blocks.flatMap(([main]) => main ?? [])} />
      <div ref={top} className={styles.top} />
      <NewRows waiting={waiting} onShow={show} />
      {rows.blocks.length > 0 ? <ListTools {...view.tools} /> : null}
      {isEmpty ? (
        <Nothing looked={looked} {...TEXTS[filter.section]} hint={emptyHint} />
      ) : (
        <Table {...props} emptyHint={null} blocks={shown} {...{ selection, apart, onOpenDialog }} onMany={setMany} />
      )}
      {rest === null ? null : <p>{rest}</p>}
      <Pager page={page} last={rows.lastPage} onChange={setPage} />
      <Suspense>
        <Dialogs rows={rows} offline={offline} opened={about} onClose={() => setAbout(null)} />
        <Averaging {...props} many={many} selection={selection} onClose={() => setMany(null)} />
        <ManyDialog
          of={many}
          filter={filter}
          selected={selection.selected}
          offline={offline}
          onClose={() => setMany(null)}
        />
      </Suspense>
    </>
  );
}

/** Keyed by its filter, so that other rows start at the first page. */
export function BlockRows(props: Props) {
  const { filter, offlineSince } = props;
  const order = useSorting();
  const view = useListView();
  const rows = useQuery(orderRows({ ...filter, ...order.params, ...sizeParam(view.rowsAPage) }));
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
      <List {...props} rows={data} outdated={rows.isPlaceholderData} order={order} view={view} />
    </section>
  );
}
