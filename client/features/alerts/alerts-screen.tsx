import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import type { Alert } from '#contracts/alerts.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { alertPrices } from './alerts.queries.ts';
import { AlertResults } from './components/alert-results.tsx';
import { AlertsBar } from './components/alerts-bar.tsx';
import styles from './components/alerts.module.css';

const AddAlertDialog = lazy(async () => ({
  default: (await import('./components/add-alert-dialog.tsx')).AddAlertDialog,
}));

export interface AlertsProps {
  market: Market;
  pairs: readonly Pair[];
  /** Pair preselected for a new alert. */
  pairName: string;
  /** Prices are being received. */
  live: boolean;
  offline: boolean;
  /** Id of the alert whose notification was pressed. */
  highlightedId?: string | null;
  /** Opens the form for a new alert. */
  formOpen?: boolean;
  /** Why alerts do not reach Telegram; renders nothing if they do. */
  telegramNote: ReactNode;
  thenField: AddDialogProps['thenField'];
  onAdded: (alert: Alert) => void;
}

const NO_PRICES: Record<string, Big> = {};

type AddDialogProps = Omit<ComponentProps<typeof AddAlertDialog>, 'prices'> & Pick<AlertsProps, 'live'>;

function AddDialog({ live, ...dialog }: AddDialogProps) {
  const { data } = useQuery(alertPrices);
  return <AddAlertDialog {...dialog} prices={(live && data) || NO_PRICES} />;
}

export function AlertsScreen({ live, highlightedId = null, formOpen = false, onAdded, ...page }: AlertsProps) {
  const { market, pairs, pairName, offline, telegramNote, thenField } = page;
  const [search, setSearch] = useState('');
  const [favorite, setFavorite] = useState(false);
  const [adding, setAdding] = useState(formOpen);
  const showAll = () => {
    setSearch('');
    setFavorite(false);
  };
  return (
    <div className={styles.screen}>
      <AlertsBar
        search={search}
        favorite={favorite}
        disabled={offline}
        onSearch={setSearch}
        onFavorite={setFavorite}
        onAdd={() => setAdding(true)}
      />
      <AlertResults
        filter={{ market, favorite, search: useDeferredValue(search) }}
        pairs={pairs}
        live={live}
        offline={offline}
        highlightedId={highlightedId}
        telegramNote={telegramNote}
        thenField={thenField}
        onAdd={() => setAdding(true)}
        onShowAll={showAll}
      />
      {adding ? (
        <Suspense fallback={null}>
          <AddDialog
            market={market}
            pairs={pairs}
            pairName={pairName}
            live={live}
            offline={offline}
            telegramNote={telegramNote}
            thenField={thenField}
            onClose={() => setAdding(false)}
            onAdded={(alert) => {
              setAdding(false);
              onAdded(alert);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
