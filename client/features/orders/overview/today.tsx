import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Deal } from '#contracts/deals.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Amount } from '../../../ui/amount.tsx';
import { AsOf } from '../../../ui/as-of.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { historySummary } from '../history/history.queries.ts';
import { spanOf } from '../history/period.ts';
import styles from './overview.module.css';
import { dealsSince } from './overview.queries.ts';

function Totals({ from, path }: { from: number; path: string }) {
  const { data } = useQuery(historySummary({ from, scope: 'all' }));
  return (
    <>
      {data?.map(({ currency, profit, decimals, parts, unknown }) => (
        <p key={currency} className={styles.total}>
          <Link to={path} className={styles.plainLink}>
            <Amount result value={parts > 0 ? floored(profit, decimals) : null} decimals={decimals} unit={currency} />
          </Link>{' '}
          <span className={styles.muted}>
            {parts + unknown} closed{unknown > 0 ? `, ${unknown} not known and not in the sum` : ''}
          </span>
        </p>
      ))}
    </>
  );
}

/** The day's history of the deal's pair. */
const placeOf = (path: string, { market, symbolName }: Deal): string =>
  `${path}&${new URLSearchParams({ market, symbolName }).toString()}`;

function DealRow({ deal, path }: { deal: Deal; path: string }) {
  return (
    <li>
      <Link to={placeOf(path, deal)} className={styles.deal}>
        <strong>
          {deal.baseCurrency}/{deal.counterCurrency}
        </strong>
        <Amount
          result
          value={deal.profit && floored(deal.profit, deal.decimals)}
          decimals={deal.decimals}
          unit={deal.currency}
        />
        <span className={styles.muted}>
          <Time at={deal.closedAt} /> · <bdi>{deal.connectorName}</bdi>
        </span>
      </Link>
    </li>
  );
}

/** What closed since midnight on this clock, of all keys. */
export function Today({ offline, path }: { offline: boolean; path: string }) {
  const { from = 0 } = spanOf('today', { first: '', last: '' }, useNow(MINUTE_MS));
  const query = useQuery(dealsSince(from));
  const { error, refetch, isFetching } = query;
  const data = useDeferredData(query.data);
  const rows = data?.blocks.flatMap(({ deals }) => deals) ?? [];
  return (
    <Card title="Closed today" actions={<Link to="/history">History</Link>}>
      <AsOf of={query} offline={offline} />
      {data ? (
        rows.length > 0 ? (
          <>
            <Totals from={from} path={path} />
            <ul className={styles.deals}>
              {rows.map((deal) => (
                <DealRow key={`${deal.blockId} ${deal.uid}`} deal={deal} path={path} />
              ))}
            </ul>
            {data.total > data.blocks.length ? <Link to={path}>All {data.total} of today</Link> : null}
          </>
        ) : (
          <Empty
            icon={History}
            title="Nothing closed today"
            action={
              <ButtonLink to="/history" variant="quiet">
                See earlier results
              </ButtonLink>
            }
          />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={3} height="44px" label="Loading today’s results" />
      )}
    </Card>
  );
}
