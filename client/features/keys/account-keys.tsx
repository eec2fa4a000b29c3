import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Key, KeyGroup } from '#contracts/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AddKeyDialog } from './components/add-key-dialog.tsx';
import { KeyCard } from './components/key-card.tsx';
import styles from './components/keys.module.css';
import { allKeys } from './keys.queries.ts';

const Block = ({ title, quiet, onAdd }: { title: string; quiet: boolean; onAdd: () => void }) => (
  <div className={styles.banner}>
    <span>{title}</span>
    <Button variant={quiet ? 'quiet' : 'primary'} icon={Plus} aria-label={`Add: ${title}`} onClick={onAdd}>
      Add
    </Button>
  </div>
);

const Repeating = ({ copyKeys }: { copyKeys: readonly Key[] }) =>
  copyKeys.length === 0 ? null : (
    <Disclosure title={`Repeat accounts (${copyKeys.length})`}>
      <div className={styles.list}>
        {copyKeys.map((key) => (
          <KeyCard key={key.uid} apiKey={key} active={false} />
        ))}
      </div>
    </Disclosure>
  );

const Group = ({ group, active }: { group: KeyGroup; active: boolean }) => (
  <div className={styles.list}>
    <KeyCard apiKey={group.mainKey} active={active} />
    <Repeating copyKeys={group.copyKeys} />
  </div>
);

const SubAccounts = ({ groups }: { groups: readonly KeyGroup[] }) =>
  groups.length === 0 ? null : (
    <Disclosure title={`Sub-accounts (${groups.length})`}>
      <div className={styles.list}>
        {groups.map((group) => (
          <Group key={group.mainKey.uid} group={group} active={false} />
        ))}
      </div>
    </Disclosure>
  );

interface Props {
  outgoingIp: string | null;
  /** Leads to where a key that repeats deals is added. */
  onAddCopy: () => void;
}

/** The account page's part about keys: the active one with those that repeat it, then the other groups. */
export function AccountKeys({ outgoingIp, onAddCopy }: Props) {
  const [adding, setAdding] = useState(false);
  const { data, error, refetch, isFetching } = useQuery(allKeys);
  const markets = data?.apiKeyMarketGroups ?? [];
  const active = markets.flatMap(({ activeMainApiKeyGroup }) => activeMainApiKeyGroup ?? []);
  const others = markets.flatMap(({ apiKeyGroups }) => apiKeyGroups);
  return (
    <div className={styles.list}>
      <Block title="Add API - key" quiet={active.length > 0} onAdd={() => setAdding(true)} />
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !error ? <Skeleton lines={1} height="120px" label="Loading your keys" /> : null}
      {active.map((group) => (
        <Group key={group.mainKey.uid} group={group} active />
      ))}
      <SubAccounts groups={others} />
      {active.length > 0 ? <Block title="Add API-key to repeat your deals" quiet onAdd={onAddCopy} /> : null}
      <AddKeyDialog open={adding} outgoingIp={outgoingIp} onClose={() => setAdding(false)} />
    </div>
  );
}
