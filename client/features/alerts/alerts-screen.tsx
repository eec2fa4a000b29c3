import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Bell, Plus, Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Alert } from '#contracts/alerts.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { AsOf } from '../../ui/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { alertList, alertPrices, type AlertsFilter, priceName } from './alerts.queries.ts';
import { AddAlertDialog } from './components/add-alert-dialog.tsx';
import { AlertRow } from './components/alert-row.tsx';
import styles from './components/alerts.module.css';
import { DeleteDialog } from './components/delete-dialog.tsx';

export interface AlertsProps {
  market: Market;
  pairs: readonly Pair[];
  /** The pair a new alert begins with. */
  pairName: string;
  /** Prices come in now. */
  live: boolean;
  /** The connection is lost: nothing can be changed. */
  offline: boolean;
  /** Why no alert reaches Telegram; renders nothing where it does. */
  telegramNote: ReactNode;
  /** An alert was saved. */
  onAdded: (alert: Alert) => void;
}

const DEFAULT_DECIMALS = 2;

interface ListProps extends Pick<AlertsProps, 'pairs' | 'offline' | 'telegramNote'> {
  alerts: readonly Alert[];
  prices: Record<string, Big>;
}

function AlertList({ alerts, pairs, prices, offline, telegramNote }: ListProps) {
  const [asked, setAsked] = useState<Alert | null>(null);
  const decimals = new Map(pairs.map(({ name, counterRound }) => [name, counterRound]));
  return (
    <>
      <ul className={styles.list} aria-label="Alerts">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            now={prices[priceName(alert.symbol)]}
            decimals={decimals.get(alert.symbol) ?? DEFAULT_DECIMALS}
            offline={offline}
            telegramNote={telegramNote}
            onDelete={setAsked}
          />
        ))}
      </ul>
      <DeleteDialog alert={asked} onClose={() => setAsked(null)} />
    </>
  );
}

interface BarProps {
  search: string;
  favorite: boolean;
  disabled: boolean;
  onSearch: (text: string) => void;
  onFavorite: (favorite: boolean) => void;
  onAdd: () => void;
}

const Bar = ({ search, favorite, disabled, onSearch, onFavorite, onAdd }: BarProps) => (
  <div className={styles.bar}>
    <div className={styles.search}>
      <Field
        label="Search by pair"
        labelHidden
        type="search"
        placeholder="Search by pair"
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        trailing={<Icon of={Search} size={18} />}
      />
    </div>
    <Button icon={Plus} disabled={disabled} onClick={onAdd}>
      Add alert
    </Button>
    <Segments
      label="Which alerts"
      labelHidden
      options={[
        { value: 'all', label: 'All pairs' },
        { value: 'favorite', label: 'Favorite pairs' },
      ]}
      value={favorite ? 'favorite' : 'all'}
      onChange={(which) => onFavorite(which === 'favorite')}
    />
  </div>
);

function NoAlerts({ filtered, onAdd }: { filtered: boolean; onAdd: () => void }) {
  if (filtered) return <Empty icon={Bell} title="No such alerts" />;
  return (
    <Empty icon={Bell} title="No alerts yet" action={<Button onClick={onAdd}>Add your first alert</Button>}>
      An alert tells you when a price crosses a level, even while Tandem is closed.
    </Empty>
  );
}

interface ResultsProps extends Omit<ListProps, 'alerts'> {
  filter: AlertsFilter;
  onAdd: () => void;
}

function Results({ filter, onAdd, ...list }: ResultsProps) {
  const found = useInfiniteQuery(alertList(filter));
  const { data, error, refetch, isFetching } = found;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={3} height="112px" label="Loading your alerts" />
    );
  const alerts = data.pages.flatMap(({ content }) => content);
  if (alerts.length === 0) return <NoAlerts filtered={filter.favorite || filter.search !== ''} onAdd={onAdd} />;
  return (
    <>
      <AsOf of={found} offline={list.offline}>
        Nothing can be changed until the connection is back.
      </AsOf>
      <AlertList alerts={alerts} {...list} />
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

const NO_PRICES: Record<string, Big> = {};

export function AlertsScreen({ market, pairs, pairName, live, offline, telegramNote, onAdded }: AlertsProps) {
  const [search, setSearch] = useState('');
  const [favorite, setFavorite] = useState(false);
  const [adding, setAdding] = useState(false);
  const { data } = useQuery(alertPrices);
  const prices = (live && data) || NO_PRICES;
  const filter = { market, favorite, search: useDeferredValue(search) };
  const add = () => setAdding(true);
  return (
    <div className={styles.screen}>
      <Bar
        search={search}
        favorite={favorite}
        disabled={offline}
        onSearch={setSearch}
        onFavorite={setFavorite}
        onAdd={add}
      />
      <Results
        filter={filter}
        pairs={pairs}
        prices={prices}
        offline={offline}
        telegramNote={telegramNote}
        onAdd={add}
      />
      {adding ? (
        <AddAlertDialog
          market={market}
          pairs={pairs}
          pairName={pairName}
          prices={prices}
          telegramNote={telegramNote}
          onClose={() => setAdding(false)}
          onAdded={(alert) => {
            setAdding(false);
            onAdded(alert);
          }}
        />
      ) : null}
    </div>
  );
}
