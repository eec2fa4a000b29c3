import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { Alert } from '#contracts/alerts.ts';
import type { Pair } from '#contracts/markets.ts';
import { counted } from '../../../lib/counted.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { alertList, type AlertsFilter } from '../alerts.queries.ts';
import { AlertRow } from '../row/alert-row.tsx';
import type { ThenFieldProps } from './add-alert-dialog.tsx';
import styles from './alerts.module.css';

const CallDialog = lazy(async () => ({ default: (await import('./call-dialog.tsx')).CallDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

const DEFAULT_DECIMALS = 2;

interface ListProps {
  alerts: readonly Alert[];
  pairs: readonly Pair[];
  /** Prices are being received. */
  live: boolean;
  offline: boolean;
  /** Id of the alert whose notification was pressed. */
  highlightedId: string | null;
  telegramNote: ReactNode;
  thenField: ComponentType<ThenFieldProps>;
}

function AlertList({ alerts, pairs, highlightedId, thenField, ...rest }: ListProps) {
  const [calling, setCalling] = useState<Alert | null>(null);
  const [deleting, setDeleting] = useState<Alert | null>(null);
  const decimals = new Map(pairs.map(({ name, counterRound }) => [name, counterRound]));
  return (
    <>
      <ul className={styles.list} aria-label="Alerts">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            decimals={decimals.get(alert.symbol ?? '') ?? DEFAULT_DECIMALS}
            highlighted={alert.id === highlightedId}
            onDelete={setDeleting}
            onCall={setCalling}
            {...rest}
          />
        ))}
      </ul>
      <Suspense>
        {deleting ? <DeleteDialog alert={deleting} offline={rest.offline} onClose={() => setDeleting(null)} /> : null}
        {calling ? (
          <CallDialog alert={calling} offline={rest.offline} thenField={thenField} onClose={() => setCalling(null)} />
        ) : null}
      </Suspense>
    </>
  );
}

interface Props extends Omit<ListProps, 'alerts'> {
  filter: AlertsFilter;
  onAdd: () => void;
  onShowAll: () => void;
}

function NoAlerts({ filter, offline, onAdd, onShowAll }: Pick<Props, 'filter' | 'offline' | 'onAdd' | 'onShowAll'>) {
  if (filter.favorite || filter.search !== '')
    return (
      <Empty
        icon={Bell}
        title="No matching alerts"
        action={
          <Button variant="quiet" onClick={onShowAll}>
            Show all alerts
          </Button>
        }
      >
        {filter.favorite ? 'The star of an alert makes it a favorite.' : null}
      </Empty>
    );
  return (
    <Empty
      icon={Bell}
      title="No alerts yet"
      action={
        <Button disabled={offline} onClick={onAdd}>
          Add your first alert
        </Button>
      }
    >
      An alert tells you when a price crosses a level, even while Tandem is closed.
    </Empty>
  );
}

export function AlertResults({ filter, onAdd, onShowAll, ...list }: Props) {
  const found = useInfiniteQuery(alertList(filter));
  const { error, refetch } = found;
  const data = useDeferredData(found.data);
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={found.isFetching} />
    ) : (
      <Skeleton lines={3} height="112px" label="Loading your alerts" />
    );
  const alerts = data.pages.flatMap(({ content }) => content);
  return (
    <>
      <AsOf
        of={found}
        offline={list.offline}
        changes="your changes are sent when you are back online, adding and deleting are disabled"
      />
      {alerts.length === 0 ? (
        <NoAlerts filter={filter} offline={list.offline} onAdd={onAdd} onShowAll={onShowAll} />
      ) : (
        <>
          <p className={styles.count}>{counted(data.pages.at(-1)?.totalRecords ?? alerts.length, 'alert')}</p>
          <AlertList alerts={alerts} {...list} />
        </>
      )}
      {found.hasNextPage ? (
        <Button
          variant="quiet"
          className={styles.more}
          busy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Load more
        </Button>
      ) : null}
    </>
  );
}
