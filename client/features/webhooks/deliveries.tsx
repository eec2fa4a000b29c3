import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '#contracts/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipKind } from '../../ui/chip.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import records from '../../ui/records.module.css';
import { useResend } from './webhooks.mutations.ts';
import { webhookDeliveries } from './webhooks.queries.ts';

const PAGE = 10;

const LOOKS: Record<WebhookDelivery['state'], { kind: ChipKind; text: string }> = {
  waiting: { kind: 'plain', text: 'On its way' },
  sent: { kind: 'live', text: 'Delivered' },
  gone: { kind: 'offline', text: 'Not wanted' },
  expired: { kind: 'offline', text: 'Too late' },
  failed: { kind: 'offline', text: 'Failed' },
};

/** 'Tried again' once an attempt was in vain. */
export const lookOf = ({ state, attempts }: Pick<WebhookDelivery, 'state' | 'attempts'>) =>
  state === 'waiting' && attempts > 0 ? { kind: 'stale' as const, text: 'Tried again' } : LOOKS[state];

interface RowProps {
  delivery: WebhookDelivery;
  webhookId: string;
  disabled: boolean;
}

function Row({ delivery, webhookId, disabled }: RowProps) {
  const { deliveryId, eventId, type, state, attempts, reason, createdAt, nextAt, body } = delivery;
  const sending = useResend(webhookId);
  const { kind, text } = lookOf(delivery);
  return (
    <li className={records.entry}>
      <div className={records.line}>
        <Chip kind={kind}>{text}</Chip>
        <span translate="no">{type}</span>
        <span className={records.muted}>
          <Time at={createdAt} />
        </span>
      </div>
      {reason === null ? null : (
        <p>
          {reason}
          {state === 'waiting' && nextAt !== null ? (
            <>
              {' '}
              Next attempt: <Time at={nextAt} />.
            </>
          ) : null}
        </p>
      )}
      <details className={records.raw}>
        <summary>{[eventId, attempts === 1 ? 'one attempt' : `${attempts} attempts`].join(', ')}</summary>
        <code translate="no">{body}</code>
      </details>
      <div>
        <Button
          variant="quiet"
          small
          disabled={disabled}
          busy={sending.isPending}
          aria-label={`Send again: ${type}`}
          onClick={() => sending.mutate(deliveryId)}
        >
          Send again
        </Button>
      </div>
    </li>
  );
}

/** What an endpoint was sent, the newest first. */
export function Deliveries({ webhook: { webhookId, off }, offline }: { webhook: Webhook; offline: boolean }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch, isFetching } = useQuery(webhookDeliveries(webhookId, page));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={2} height="44px" label="Loading its deliveries" />
    );
  if (data.totalRecords === 0)
    return <p className={records.muted}>Nothing was sent yet. Send a test to see that it arrives.</p>;
  return (
    <div>
      <ul className={records.log} aria-label="Deliveries">
        {data.content.map((delivery) => (
          <Row key={delivery.deliveryId} {...{ delivery, webhookId }} disabled={offline || off !== null} />
        ))}
      </ul>
      <Pager page={page} last={Math.ceil(data.totalRecords / PAGE) - 1} onChange={setPage} />
    </div>
  );
}
