import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { retryCopy } from '#contracts/orders.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import styles from '../components/keys.module.css';
import { useKeyChange } from '../keys.mutations.ts';
import { copyDeals } from '../key-detail.queries.ts';
import type { ApiKey } from '../key-context.ts';

/** 0 means that the stage was not reached. */
const reached = (amount: OrderBlock['firstFilledPrice']) => (amount.eq(0) ? null : amount);
const statusText = (status: string) => `${status.charAt(0).toUpperCase()}${status.slice(1).replaceAll('-', ' ')}`;
const wasNotPlaced = ({ status }: OrderBlock) => status === 'skipped' || status === 'rejected';

interface DealProps {
  copy: OrderBlock;
  main: OrderBlock;
}

const Facts = ({ copy, main }: DealProps) => (
  <dl className={styles.facts}>
    <div>
      <dt>Planned</dt>
      <dd>
        <Amount value={reached(copy.firstPlacedQuantity)} decimals={copy.baseRound} unit={copy.symbol.baseCurrency} />
      </dd>
    </div>
    <div>
      <dt>Placed</dt>
      <dd>{wasNotPlaced(copy) || copy.firstPlacedTime === 0 ? 'Not placed' : <Time at={copy.firstPlacedTime} />}</dd>
    </div>
    <div>
      <dt>Filled</dt>
      <dd>
        <Amount value={reached(copy.firstFilledQuantity)} decimals={copy.baseRound} unit={copy.symbol.baseCurrency} />
      </dd>
    </div>
    <div>
      <dt>Average price, main key’s</dt>
      <dd>
        <Amount value={reached(copy.firstFilledPrice)} decimals={copy.counterRound} />,{' '}
        <Amount value={reached(main.firstFilledPrice)} decimals={main.counterRound} />
      </dd>
    </div>
  </dl>
);

function Deal({ copy, main }: DealProps) {
  const retrying = useKeyChange(retryCopy);
  return (
    <li className={styles.copy}>
      <p className={styles.bar}>
        <strong>
          {copy.section === 'buy' ? 'Buy' : 'Sell'} {copy.symbol.baseCurrency}/{copy.symbol.counterCurrency}
        </strong>
        <span className={styles.end}>{statusText(copy.status)}</span>
      </p>
      <Facts copy={copy} main={main} />
      {copy.statusReason === null ? null : <p>{copy.statusReason}</p>}
      {wasNotPlaced(copy) && main.open ? (
        <Button
          small
          variant="quiet"
          busy={retrying.isPending}
          onClick={() => retrying.mutate({ blockId: copy.blockId, uid: copy.keyUid })}
        >
          Retry
        </Button>
      ) : null}
    </li>
  );
}

/** The last deals of a copy key, compared with the main key's. */
export function DealsDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(copyDeals(apiKey.uid));
  return (
    <Dialog
      reading
      open
      onClose={onClose}
      title={
        <>
          Last deals of <bdi>{apiKey.name}</bdi>
        </>
      }
    >
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !error ? <Skeleton lines={3} height="96px" label="Loading the last deals" /> : null}
      {data?.deals.length === 0 ? (
        <Empty icon={History} title="No deals yet">
          The next deal of the main key shows here, with what became of it on this key.
        </Empty>
      ) : null}
      {data && data.deals.length > 0 ? (
        <ul className={styles.list}>
          {data.deals.map((deal) => (
            <Deal key={deal.copy.blockId} {...deal} />
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}
