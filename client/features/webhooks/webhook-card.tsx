import { useState } from 'react';
import type { Webhook } from '#contracts/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { RemoveDialog } from '../../ui/remove-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { Deliveries, lookOf } from './deliveries.tsx';
import { EVENTS } from './event-names.ts';
import { classes } from '../../ui/classes.ts';
import records from '../../ui/records.module.css';
import styles from './webhooks.module.css';
import { useDeleteWebhook, useRenewSecret, useSwitchWebhook, useTestWebhook } from './webhooks.mutations.ts';

interface Props {
  webhook: Webhook;
  offline: boolean;
  onChange: (webhook: Webhook) => void;
  /** Shows its new secret. */
  onSecret: (webhook: Webhook) => void;
}

const hostOf = ({ url }: Webhook): string => URL.parse(url)?.host ?? url;

const eventsText = ({ events }: Webhook): string => {
  const left = EVENTS.length - events.length;
  return left === 0 ? 'all events' : events.join(', ');
};

interface RemovalProps {
  webhook: Webhook;
  offline: boolean;
  onClose: () => void;
}

function Removal({ webhook, offline, onClose }: RemovalProps) {
  const removing = useDeleteWebhook(onClose);
  return (
    <RemoveDialog
      name={hostOf(webhook)}
      disabled={offline}
      busy={removing.isPending}
      onRemove={() => removing.mutate(webhook.webhookId)}
      onClose={onClose}
    >
      Nothing is sent there any more, and its list of deliveries is deleted.
    </RemoveDialog>
  );
}

function Buttons({ webhook, offline, onChange, onSecret }: Props) {
  const { webhookId, off } = webhook;
  const [removing, setRemoving] = useState(false);
  const testing = useTestWebhook(webhookId);
  const switching = useSwitchWebhook(webhookId);
  const renewing = useRenewSecret(webhookId, onSecret);
  const quiet = { variant: 'quiet', small: true, disabled: offline } as const;
  return (
    <div className={records.buttons}>
      <Button
        {...quiet}
        disabled={offline || off !== null}
        busy={testing.isPending}
        onClick={() => testing.mutate(webhookId)}
      >
        Send a test
      </Button>
      <Button {...quiet} onClick={() => onChange(webhook)}>
        Change
      </Button>
      <Button {...quiet} busy={renewing.isPending} onClick={() => renewing.mutate()}>
        New secret
      </Button>
      <Button {...quiet} busy={switching.isPending} onClick={() => switching.mutate({ on: off !== null })}>
        {off === null ? 'Switch off' : 'Switch on'}
      </Button>
      <Button {...quiet} onClick={() => setRemoving(true)}>
        Remove
      </Button>
      {removing ? <Removal webhook={webhook} offline={offline} onClose={() => setRemoving(false)} /> : null}
    </div>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, last } = webhook;
  return (
    <dl className={classes(records.facts, styles.facts)}>
      <div>
        <dt>Address</dt>
        <dd translate="no">{url}</dd>
      </div>
      <div>
        <dt>Events</dt>
        <dd>{eventsText(webhook)}</dd>
      </div>
      <div>
        <dt>Last delivery</dt>
        <dd>
          {last === null ? (
            'none yet'
          ) : (
            <>
              {lookOf(last).text}, <Time at={last.createdAt} />
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** One address that events are sent to, with its deliveries. */
export function WebhookCard(props: Props) {
  const { webhook, offline } = props;
  const { off } = webhook;
  return (
    <Card
      title={<bdi>{hostOf(webhook)}</bdi>}
      className={records.stack}
      actions={<Chip kind={off === null ? 'live' : 'offline'}>{off === null ? 'On' : 'Off'}</Chip>}
    >
      {off === null ? null : <p className={records.warning}>{off}</p>}
      <Facts webhook={webhook} />
      <Buttons {...props} />
      <Deliveries webhook={webhook} offline={offline} />
    </Card>
  );
}
