import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type KeyGroup, KEYS_PER_ACCOUNT } from '#contracts/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AddKeyDialog } from './components/add-key-dialog.tsx';
import { FirstRun } from './components/first-run.tsx';
import { KeyCard } from './components/key-card.tsx';
import styles from './components/keys.module.css';
import { allKeys } from './keys.queries.ts';

interface Props {
  username: string;
  /** The site trades on paper. */
  paper: boolean;
  outgoingIp: string | null;
  /** Opens with the Add API dialog. */
  adding: boolean;
  onPaperKey: () => void;
}

interface ListProps {
  username: string;
  active: readonly KeyGroup[];
  others: readonly KeyGroup[];
}

const KeyList = ({ username, active, others }: ListProps) => (
  <section className={styles.list} aria-label="Your keys">
    <h2>Your API now {username}</h2>
    {active.map(({ mainKey }) => (
      <KeyCard key={mainKey.uid} apiKey={mainKey} active />
    ))}
    {others.map(({ mainKey }) => (
      <KeyCard key={mainKey.uid} apiKey={mainKey} active={false} />
    ))}
  </section>
);

/** Quiet beside a panel that has the one thing to do. */
const Banner = ({ quiet, onAdd }: { quiet: boolean; onAdd: () => void }) => (
  <div className={styles.banner}>
    <span>Add your control API</span>
    <Button variant={quiet ? 'quiet' : 'primary'} icon={Plus} onClick={onAdd}>
      Add
    </Button>
  </div>
);

export function KeysScreen({ username, paper, outgoingIp, adding, onPaperKey }: Props) {
  const [dialog, setDialog] = useState(adding);
  const { data, error, refetch, isFetching } = useQuery(allKeys);
  const groups = data?.apiKeyMarketGroups ?? [];
  const active = groups.flatMap((group) => group.activeMainApiKeyGroup ?? []);
  const others = groups.flatMap((group) => group.apiKeyGroups);
  const openDialog = () => setDialog(true);
  return (
    <div className={styles.screen}>
      <Banner quiet={data !== undefined && active.length === 0} onAdd={openDialog} />
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !error ? <Skeleton lines={2} height="120px" label="Loading your keys" /> : null}
      {data && active.length === 0 ? (
        <FirstRun paper={paper} title="You have no API keys" onPaperKey={onPaperKey} onConnect={openDialog} />
      ) : null}
      {active.length > 0 ? <KeyList username={username} active={active} others={others} /> : null}
      {data ? (
        <p className={styles.muted}>
          An API key lets Tandem read market data and your balances, and place the orders you ask for. Each account can
          have up to {KEYS_PER_ACCOUNT} keys.
        </p>
      ) : null}
      <AddKeyDialog open={dialog} outgoingIp={outgoingIp} onClose={() => setDialog(false)} />
    </div>
  );
}
