import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contracts/endpoint.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { listBlockEvents } from '#contracts/order-lists.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { blockEvents } from '../../orders.queries.ts';
import { SignalLink } from '../signal-link.tsx';
import { Interference } from './interference.tsx';
import styles from './events.module.css';

type Events = ResponseOf<typeof listBlockEvents>['events'];

/** Ids of orders and trades for support. */
function Technical({ events }: { events: Events }) {
  const named = events.filter(({ ids }) => ids !== null);
  return named.length === 0 ? null : (
    <Disclosure title="Technical details">
      <ul className={styles.events}>
        {named.map(({ at, uid, text, ids }) => (
          <li key={`${at} ${uid} ${text}`}>
            <span className={styles.when}>{text}</span>
            <code>{ids}</code>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

interface Props {
  /** Orders of the block, the main key's first. */
  orders: readonly OrderBlock[];
  blockId: string;
  offline: boolean;
  onClose: () => void;
}

/** Events of a block and pending decisions. */
export function EventsDialog({ orders, blockId, offline, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(blockEvents(blockId));
  return (
    <Dialog reading open onClose={onClose} title="Order history">
      {orders[0]?.signal ? (
        <p>
          <SignalLink signal={orders[0].signal} />
        </p>
      ) : null}
      {orders.map((part) => (
        <Interference key={part.keyUid} part={part} disabled={offline} />
      ))}
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !error ? <Skeleton lines={5} height="40px" label="Loading the order history" /> : null}
      {data ? (
        <ol className={styles.events}>
          {data.events.map(({ at, uid, connectorName, text }) => (
            <li key={`${at} ${uid} ${text}`}>
              <span className={styles.when}>
                <Time at={at} />
                {connectorName !== null && orders.length > 1 ? (
                  <>
                    {' · '}
                    <bdi>{connectorName}</bdi>
                  </>
                ) : null}
              </span>
              {text}
            </li>
          ))}
        </ol>
      ) : null}
      {data ? <Technical events={data.events} /> : null}
    </Dialog>
  );
}
