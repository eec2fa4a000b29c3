import { queryOptions, useQuery } from '@tanstack/react-query';
import { alertName } from '../alert-name.ts';
import { Bell } from 'lucide-react';
import { Link } from 'react-router-dom';
import { listNearAlerts, type NearAlert } from '#contracts/alerts.ts';
import { alertDistance } from '#contracts/rules/alert-distance.ts';
import { call } from '../../../lib/call.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { persistOffline } from '../../../lib/offline/offline-options.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { Amount } from '../../../ui/amount.tsx';
import { AsOf } from '../../../ui/as-of.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { alertsKey } from '../unseen.queries.ts';
import { useAlertPrice } from '../use-alert-price.ts';
import styles from '../../../ui/link-rows.module.css';

const nearest = queryOptions({
  queryKey: [...alertsKey, 'near'],
  queryFn: ({ signal }) => call(listNearAlerts, { signal }),
  refetchInterval: MINUTE_MS,
  ...persistOffline,
});

function Row({ near: { alert, level, price, priceDecimals } }: { near: NearAlert }) {
  const now = useAlertPrice(alert.symbol ?? '') ?? price;
  return (
    <li>
      <Link to={`/alerts?alert=${alert.id}`} className={styles.row}>
        <span className={styles.name}>{alertName(alert)}</span>
        <Amount value={level} decimals={priceDecimals} />
        <span className={styles.detail}>
          {now.gt(0) ? (
            <>
              <Amount value={alertDistance(level, now).abs()} decimals={2} unit="%" />{' '}
              {level.gte(now) ? 'above' : 'below'} the price
            </>
          ) : (
            'Price not known'
          )}
        </span>
      </Link>
    </li>
  );
}

/** Active alerts nearest to the market, with their distance. */
export function NearAlerts({ offline }: { offline: boolean }) {
  const query = useQuery(nearest);
  const { error, refetch, isFetching } = query;
  const data = useDeferredData(query.data);
  const title = (
    <>Alerts near the price {data && data.total > 0 ? <Link to="/alerts">({data.total} active)</Link> : null}</>
  );
  return (
    <Card title={title}>
      <AsOf of={query} offline={offline} />
      {data ? (
        data.alerts.length > 0 ? (
          <ul className={styles.list}>
            {data.alerts.map((near) => (
              <Row key={near.alert.id} near={near} />
            ))}
          </ul>
        ) : (
          <Empty
            icon={Bell}
            title={data.total > 0 ? 'No price is known for your alerts' : 'No active alert waits at a price'}
            action={
              <ButtonLink to="/alerts?new" variant="quiet">
                Add alert
              </ButtonLink>
            }
          />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={3} height="44px" label="Loading the alerts" />
      )}
    </Card>
  );
}
