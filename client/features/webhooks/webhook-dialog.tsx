import { type FormEvent, useId, useState } from 'react';
import type { Webhook, WebhookEvent } from '#contracts/webhooks.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { EVENTS } from './event-names.ts';
import records from '../../ui/records.module.css';
import { useSaveWebhook } from './webhooks.mutations.ts';

interface Props {
  /** The one to change; null for a new one. */
  webhook: Webhook | null;
  offline: boolean;
  onClose: () => void;
  onSaved: (webhook: Webhook) => void;
}

interface Faults {
  url?: string;
  events?: string;
}

function Choices({ chosen, fault, onChange }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset className={records.choices} aria-describedby={fault ? id : undefined}>
      <legend>Send it when</legend>
      {EVENTS.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
      {fault ? (
        <p id={id} className={records.fault} role="alert">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}
interface ChoicesProps {
  chosen: readonly WebhookEvent[];
  fault: string | undefined;
  onChange: (chosen: WebhookEvent[]) => void;
}

/** Where events go, and which. */
export function WebhookDialog({ webhook, offline, onClose, onSaved }: Props) {
  const form = useId();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? EVENTS.map(({ value }) => value));
  const [faults, setFaults] = useState<Faults>({});
  const saving = useSaveWebhook(webhook?.webhookId ?? null, onSaved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending || offline) return;
    const found: Faults = {
      ...(url.trim() === '' ? { url: 'Enter an address such as https://example.org/events.' } : {}),
      ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) saving.mutate({ url: url.trim(), events });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={webhook ? 'Change the endpoint' : 'New endpoint'}
      footer={
        <DialogActions type="submit" form={form} onBack={onClose} disabled={offline} busy={saving.isPending}>
          {webhook ? 'Save' : 'Create'}
        </DialogActions>
      }
    >
      <form id={form} className={records.stack} onSubmit={submit} noValidate>
        <Field
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://example.org/events"
          maxLength={1000}
          value={url}
          error={faults.url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Choices chosen={events} fault={faults.events} onChange={setEvents} />
        {saving.error ? (
          <p className={records.fault} role="alert">
            {saving.error.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
