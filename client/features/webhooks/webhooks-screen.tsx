import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Webhook } from '#contracts/webhooks.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { classes } from '../../ui/classes.ts';
import records from '../../ui/records.module.css';
import styles from './webhooks.module.css';
import { webhookList } from './webhooks.queries.ts';

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }));
const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }));

interface ListProps {
  webhooks: readonly Webhook[];
  offline: boolean;
  onNew: () => void;
  onChange: (webhook: Webhook) => void;
  onSecret: (webhook: Webhook) => void;
}

function List({ webhooks, offline, onNew, ...of }: ListProps) {
  const make = (
    <Button disabled={offline} onClick={onNew}>
      New endpoint
    </Button>
  );
  if (webhooks.length === 0)
    return (
      <Empty icon={Send} title="No endpoints yet" action={make}>
        Entries, targets, bots and alerts are sent as you choose.
      </Empty>
    );
  return (
    <div className={records.stack}>
      <div className={records.buttons}>{make}</div>
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.webhookId} {...{ webhook, offline, ...of }} />
      ))}
    </div>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <section className={classes(records.stack, styles.section)} aria-labelledby="events-out">
    <h2 id="events-out">Events out</h2>
    <p className={records.muted}>
      An endpoint is an https address of yours that receives what happens. Each delivery is signed, and tried again for
      three days.
    </p>
    {children}
  </section>
);

const LOADING = (
  <div className={styles.loading}>
    <Skeleton lines={2} label="Loading your endpoints" />
  </div>
);

/** The section before the endpoints are known. */
export const WebhooksSkeleton = () => <Section>{LOADING}</Section>;

/** Addresses of one's own that events are sent to. */
export function WebhooksScreen({ offline }: { offline: boolean }) {
  const query = useQuery(webhookList);
  const { error, isFetching, refetch } = query;
  const webhooks = useDeferredData(query.data);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [shown, setShown] = useState<Webhook | null>(null);
  return (
    <Section>
      <AsOf of={query} offline={offline} changes="endpoints cannot be changed" />
      <CardTitle value="h3">
        {webhooks ? (
          <List {...{ webhooks, offline }} onNew={() => setEdited('new')} onChange={setEdited} onSecret={setShown} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          LOADING
        )}
      </CardTitle>
      <Suspense>
        {edited === null ? null : (
          <WebhookDialog
            webhook={edited === 'new' ? null : edited}
            offline={offline}
            onClose={() => setEdited(null)}
            onSaved={(webhook) => {
              setEdited(null);
              if (webhook.secret !== null) setShown(webhook);
            }}
          />
        )}
        {shown ? <SecretDialog webhook={shown} onClose={() => setShown(null)} /> : null}
      </Suspense>
    </Section>
  );
}
