import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Hook } from '#contracts/hooks.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import styles from '../../../ui/link-rows.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { hookList } from '../hooks.queries.ts';

const MOST = 5;

function stateOf({ paused, live }: Hook): string {
  if (paused !== null) return 'Paused';
  return live ? 'Live' : 'Dry run';
}

const Row = ({ hook }: { hook: Hook }) => (
  <li>
    <Link to={`/signals?hook=${hook.hookId}`} className={styles.row}>
      <bdi className={styles.name}>{hook.template.name}</bdi>
      <span>{stateOf(hook)}</span>
      <span className={styles.detail}>
        {hook.template.pairs.map(pairLabel).join(', ')} ·{' '}
        {hook.lastAt === null ? (
          'no signal yet'
        ) : (
          <>
            last signal <Time at={hook.lastAt} />
          </>
        )}
      </span>
    </Link>
  </li>
);

/** Addresses that take signals: whether they trade, and when something came last. */
export function HooksCard({ offline }: { offline: boolean }) {
  const query = useQuery({ ...hookList, refetchInterval: MINUTE_MS });
  const { error, refetch, isFetching } = query;
  const data = useDeferredData(query.data);
  return (
    <Card title="Signals" actions={<Link to="/signals">All signals</Link>}>
      <AsOf of={query} offline={offline} />
      {data ? (
        data.length > 0 ? (
          <ul className={styles.list}>
            {data.slice(0, MOST).map((hook) => (
              <Row key={hook.hookId} hook={hook} />
            ))}
          </ul>
        ) : (
          <Empty
            icon={Webhook}
            title="No signal hooks"
            action={
              <ButtonLink to="/signals" variant="quiet">
                Connect a sender
              </ButtonLink>
            }
          />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={2} height="44px" label="Loading your signal hooks" />
      )}
    </Card>
  );
}
