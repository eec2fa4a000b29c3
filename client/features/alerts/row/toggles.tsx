import { ReceiptText, Send, Star, Trash2, Webhook } from 'lucide-react';
import type { Alert } from '#contracts/alerts.ts';
import { draftPath } from '#contracts/rules/draft.ts';
import { IconButton, IconLink } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Switch } from '../../../ui/switch.tsx';
import { useChangeAlert } from '../alerts.mutations.ts';
import styles from './alert-row.module.css';

interface Props {
  alert: Alert;
  pair: string;
  /** Changes are queued while offline; deleting is disabled. */
  offline: boolean;
  onDelete: (alert: Alert) => void;
  onCall: (alert: Alert) => void;
}

export function Toggles({ alert, pair, offline, onDelete, onCall }: Props) {
  const { mutate } = useChangeAlert(alert);
  const { active, favorite, sendToTelegram } = alert;
  return (
    <div className={styles.toggles}>
      <Switch label={active ? 'ON' : 'OFF'} checked={active} onChange={(next) => mutate({ active: next })} />
      <IconButton
        icon={Star}
        label="Favorite"
        aria-pressed={favorite}
        className={classes(favorite && styles.favorite)}
        onClick={() => mutate({ favorite: !favorite })}
      />
      <IconButton
        icon={Send}
        label="Send to Telegram"
        aria-pressed={sendToTelegram}
        className={classes(sendToTelegram && styles.telegram)}
        onClick={() => mutate({ sendToTelegram: !sendToTelegram })}
      />
      {alert.symbol === null ? null : (
        <IconButton
          icon={Webhook}
          label={alert.then ? `Calls a hook: ${pair}` : `Call a hook: ${pair}`}
          aria-pressed={alert.then !== undefined}
          className={classes(alert.then && styles.telegram)}
          disabled={offline}
          onClick={() => onCall(alert)}
        />
      )}
      {alert.symbol === null ? null : (
        <IconLink
          icon={ReceiptText}
          label={alert.price ? `Draft an order for ${pair} at this price` : `Draft an order for ${pair}`}
          to={draftPath(alert)}
        />
      )}
      <IconButton
        icon={Trash2}
        label={`Delete the alert for ${pair}`}
        disabled={offline}
        onClick={() => onDelete(alert)}
      />
    </div>
  );
}
