import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { KEYS_PER_ACCOUNT } from '#contracts/keys.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AddKeyDialog } from './adding/add-key-dialog.tsx';
import { FirstRun } from './components/first-run.tsx';
import styles from './components/keys.module.css';
import { KeysOffline } from './keys-offline.ts';
import { MarketGroups } from './market-groups.tsx';
import { Guide } from './guide/guide.tsx';
import { allMarkets } from './key-detail.queries.ts';

interface Props {
  username: string;
  /** The site is in paper mode. */
  paper: boolean;
  /** Opens the Add API dialog. */
  adding: boolean;
  /** Uid of the key that opens at first; null where none does. */
  managed: string | null;
  /** Epoch ms; null while online. */
  offlineSince: number | null;
  onPaperKey: () => void;
}

/** Account values change with prices. */
const REFETCH_MS = MINUTE_MS;

const LOADING = (
  <div className={styles.loading}>
    <Skeleton lines={2} label="Loading your keys" />
  </div>
);
const doNothing = () => {};

/** Quiet if another button is the primary action. */
const Banner = ({ quiet, offline, onAdd }: { quiet: boolean; offline: boolean; onAdd: () => void }) => (
  <div className={styles.banner}>
    <span>Add your control API</span>
    <Button variant={quiet ? 'quiet' : 'primary'} icon={Plus} disabled={offline} onClick={onAdd}>
      Add
    </Button>
  </div>
);

const HowTo = () => (
  <div className={styles.howTo}>
    <p className={styles.muted}>
      Tandem offers API functionality for market data and automated orders: an API key lets it read prices and your
      balances, and place the orders you ask for. Each account can have up to {KEYS_PER_ACCOUNT} keys.
    </p>
    <Guide />
  </div>
);

/** The screen before its keys are known. */
export const KeysSkeleton = () => (
  <div className={styles.screen} inert>
    <Banner quiet={false} offline={false} onAdd={doNothing} />
    {LOADING}
    <HowTo />
  </div>
);

export function KeysScreen({ username, paper, adding, managed, offlineSince, onPaperKey }: Props) {
  const [dialog, setDialog] = useState(adding);
  const found = useQuery({ ...allMarkets, refetchInterval: REFETCH_MS });
  const { error, refetch } = found;
  const data = useDeferredData(found.data);
  const none = data?.length === 0;
  const openDialog = () => setDialog(true);
  const offline = offlineSince !== null;
  return (
    <KeysOffline value={offline}>
      <div className={styles.screen}>
        {data ? <AsOf of={found} offline={offline} changes="changes are disabled" /> : null}
        <Banner quiet={none} offline={offline} onAdd={openDialog} />
        {!data && error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={found.isFetching} />
        ) : null}
        {!data && !error ? LOADING : null}
        {none ? (
          <FirstRun paper={paper} title="You have no API keys" onPaperKey={onPaperKey} onConnect={openDialog} />
        ) : null}
        {data?.map((keys) => (
          <MarketGroups key={keys.market} username={username} managed={managed} {...keys} />
        ))}
        <HowTo />
        {dialog ? <AddKeyDialog onClose={() => setDialog(false)} /> : null}
      </div>
    </KeysOffline>
  );
}
