import { useInfiniteQuery } from '@tanstack/react-query';
import { type Firing, LOG_DAYS } from '#contracts/firings.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { alertLog } from '../alerts.queries.ts';
import styles from './firing-log.module.css';
import { channelText, clock, delay, deliveryText } from './delivery-text.ts';

function Deliveries({ firing: { deliveries, detectedAt } }: { firing: Firing }) {
  if (deliveries === null) return <p className={styles.muted}>Deliveries are kept for {LOG_DAYS} days.</p>;
  return (
    <ul>
      {deliveries.map((delivery, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- deliveries have no names and keep their order.
        <li key={at}>
          {channelText(delivery)}: {deliveryText(delivery, detectedAt)}
        </li>
      ))}
    </ul>
  );
}

const OneFiring = ({ firing, decimals, what }: { firing: Firing } & Pick<Props, 'decimals' | 'what'>) => (
  <li className={styles.firing}>
    <p>
      <Time at={firing.crossedAt} />: {firing.note ?? what} {firing.price ? 'at ' : null}
      {firing.price ? <Amount value={firing.price} decimals={decimals} /> : null}, {clock(firing.crossedAt)}; detected{' '}
      {delay(firing.crossedAt, firing.detectedAt)}
      {firing.late ? ', late: prices were not monitored then' : ''}
      {firing.duringBar ? ', during the bar: may be taken back' : ''}
    </p>
    <Deliveries firing={firing} />
  </li>
);

interface Props {
  alertId: string;
  /** Decimals of the pair's price. */
  decimals: number;
  /** What it did: 'crossed'. */
  what: string;
}

/** Firings and their deliveries, newest first. */
export function FiringLog({ alertId, decimals, what }: Props) {
  const { data, error, refetch, isFetching, ...log } = useInfiniteQuery(alertLog(alertId));
  if (!data)
    return (
      <div className={styles.log}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton lines={2} height="20px" label="Loading the delivery log" />
        )}{' '}
      </div>
    );
  return (
    <div className={styles.log}>
      <ul aria-label="Delivery log">
        {data.pages.flatMap(({ content }) =>
          content.map((firing) => <OneFiring key={firing.id} firing={firing} decimals={decimals} what={what} />),
        )}
      </ul>
      {log.hasNextPage ? (
        <Button variant="quiet" small busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show older
        </Button>
      ) : null}
    </div>
  );
}
