import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AddKeyDialog } from './adding/add-key-dialog.tsx';
import type { KeyContext, KeyDialog } from './key-context.ts';
import styles from './components/keys.module.css';
import { allMarkets } from './key-detail.queries.ts';
import type { MarketKeys } from './keys.queries.ts';
import { ManageDialog } from './manage/manage-dialog.tsx';
import { KeyDialogs } from './dialogs/key-dialogs.tsx';
import { KeyFacts } from './components/key-facts.tsx';
import { KeyTop, NotInUse } from './components/key-top.tsx';

const Block = ({ title, quiet, onAdd }: { title: string; quiet: boolean; onAdd: () => void }) => (
  <div className={styles.banner}>
    <span>{title}</span>
    <Button variant={quiet ? 'quiet' : 'primary'} icon={Plus} aria-label={`Add: ${title}`} onClick={onAdd}>
      Add
    </Button>
  </div>
);

/** A key on the account page, without its actions. */
function KeyCard(place: KeyContext) {
  const [dialog, setDialog] = useState<KeyDialog | null>(null);
  const { apiKey, group, activeUid } = place;
  return (
    <article className={styles.card} aria-label={apiKey.name}>
      <KeyTop apiKey={apiKey} mainUid={group.mainKey.uid} active={apiKey.uid === activeUid} />
      <NotInUse apiKey={apiKey} onCheck={() => setDialog('check')} />
      <KeyFacts apiKey={apiKey} leads={false} onOpenDialog={setDialog} />
      {dialog === null ? null : <KeyDialogs {...place} dialog={dialog} onClose={() => setDialog(null)} />}
    </article>
  );
}

const Group = (place: Omit<KeyContext, 'apiKey'>) => {
  const { mainKey, copyKeys } = place.group;
  return (
    <div className={styles.list}>
      <KeyCard {...place} apiKey={mainKey} />
      {copyKeys.length === 0 ? null : (
        <Disclosure title={`Repeat accounts (${copyKeys.length})`}>
          <div className={styles.list}>
            {copyKeys.map((key) => (
              <KeyCard key={key.uid} {...place} apiKey={key} />
            ))}
          </div>
        </Disclosure>
      )}
    </div>
  );
};

const SubAccounts = ({ activeUid, groups }: Omit<MarketKeys, 'market'>) => {
  const others = groups.filter(({ mainKey }) => mainKey.uid !== activeUid);
  return others.length === 0 ? null : (
    <Disclosure title={`Sub-accounts (${others.length})`}>
      <div className={styles.list}>
        {others.map((group) => (
          <Group key={group.mainKey.uid} group={group} groups={groups} activeUid={activeUid} />
        ))}
      </div>
    </Disclosure>
  );
};

function MarketBlock({ activeUid, groups }: MarketKeys) {
  const [adding, setAdding] = useState(false);
  const active = groups.find(({ mainKey }) => mainKey.uid === activeUid);
  const keys = { groups, activeUid };
  return (
    <>
      {active ? <Group group={active} {...keys} /> : null}
      <SubAccounts {...keys} />
      {active ? <Block title="Add API-key to repeat your deals" quiet onAdd={() => setAdding(true)} /> : null}
      {active && adding ? <ManageDialog group={active} {...keys} first="sub" onClose={() => setAdding(false)} /> : null}
    </>
  );
}

/** Keys on the account page: the active group, then the others. */
export function AccountKeys() {
  const [adding, setAdding] = useState(false);
  const found = useQuery(allMarkets);
  const { error, refetch } = found;
  const data = useDeferredData(found.data);
  const markets = data ?? [];
  return (
    <div className={styles.list}>
      <Block title="Add API - key" quiet={markets.length > 0} onAdd={() => setAdding(true)} />
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={found.isFetching} /> : null}
      {!data && !error ? <Skeleton lines={1} height="120px" label="Loading your keys" /> : null}
      {markets.map((keys) => (
        <MarketBlock key={keys.market} {...keys} />
      ))}
      {adding ? <AddKeyDialog onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
