import { type FormEvent, useState } from 'react';
import type { NotificationSettings, QuietHours as Hours } from '#contracts/notifications.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeSettings } from './settings.queries.ts';
import styles from './settings.module.css';

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const NIGHT = { from: '22:00', to: '07:00' };

const untilText = (until: number): string => `Quiet now, until ${formatClock(until)}.`;

function HoursForm({ hours }: { hours: Hours }) {
  const changing = useChangeSettings();
  const [from, setFrom] = useState(hours.from);
  const [to, setTo] = useState(hours.to);
  const timeZone = ownZone();
  const same = from === hours.from && to === hours.to && timeZone === hours.timeZone;
  const fault = from === to ? 'Start and end of the quiet hours must differ.' : null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (same || fault || from === '' || to === '') return;
    changing.mutate(
      { quietHours: { from, to, timeZone } },
      { onSuccess: () => toast.success(`Quiet from ${from} to ${to}`) },
    );
  };
  return (
    <form className={styles.hours} onSubmit={save}>
      <Field label="From" type="time" required value={from} onChange={(event) => setFrom(event.target.value)} />
      <Field label="To" type="time" required value={to} error={fault} onChange={(event) => setTo(event.target.value)} />
      <Button type="submit" variant="quiet" disabled={same} busy={changing.isPending}>
        Save
      </Button>
      <p className={styles.zone}>
        {hours.timeZone === timeZone
          ? `Time zone: ${timeZone}.`
          : `Time zone: ${hours.timeZone}; saving changes it to ${timeZone}.`}
      </p>
    </form>
  );
}

/** Alerts are held back during these hours and summarized afterwards. */
export function QuietHours({ settings: { quietHours, quietUntil } }: { settings: NotificationSettings }) {
  const changing = useChangeSettings();
  const turn = (on: boolean) => changing.mutate({ quietHours: on ? { ...NIGHT, timeZone: ownZone() } : null });
  return (
    <>
      <Switch label="Quiet hours" checked={quietHours !== null} disabled={changing.isPending} onChange={turn} />
      <p className={styles.muted}>
        Alerts that fire then are marked with a red dot in the app, and one message at the end lists them all. Messages
        about your account&rsquo;s security are always sent.
      </p>
      {quietUntil === null ? null : <output>{untilText(quietUntil)}</output>}
      {quietHours ? <HoursForm key={JSON.stringify(quietHours)} hours={quietHours} /> : null}
    </>
  );
}
