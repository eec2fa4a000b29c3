import { ArrowDown, ArrowUp, Equal, Send, Star, Trash2 } from 'lucide-react';
import { type Alert, COMMENT_LENGTH } from '#contracts/alerts.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import type { Big } from 'big.js';
import type { ReactNode } from 'react';
import { Amount } from '../../../ui/amount.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Time } from '../../../ui/time.tsx';
import { useChangeAlert, useEditAlert, useSeeAlert } from '../alerts.mutations.ts';
import { FREQUENCIES, TYPES } from '../new-alert.ts';
import styles from './alert-row.module.css';

const PRICE_DECIMALS = 8;
const ICON = { PRICE_RISES_ABOVE: ArrowUp, PRICE_DROPS_BELOW: ArrowDown, PRICE_REACHES: Equal };

const labelOf = (options: { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

interface Props {
  alert: Alert;
  /** The pair's price now; undefined while unknown or not live. */
  now: Big | undefined;
  /** Decimals of the pair's price. */
  decimals: number;
  offline: boolean;
  /** Why no alert reaches Telegram; renders nothing where it does. */
  telegramNote: ReactNode;
  onDelete: (alert: Alert) => void;
}

function Dot({ alert, onSee }: { alert: Alert; onSee: () => void }) {
  if (!alert.executed) return <span className={styles.noDot} />;
  if (alert.seen)
    return (
      <span className={styles.noDot}>
        <span className={styles.seen} title="Executed, seen">
          <span className="visually-hidden">Executed, seen</span>
        </span>
      </span>
    );
  return (
    <button type="button" className={styles.dotButton} aria-label="Executed, not seen: mark as seen" onClick={onSee}>
      <span className={styles.unseen} />
    </button>
  );
}

function Fired({ alert: { executed, executedAt, late } }: { alert: Alert }) {
  if (!executed || executedAt === null) return null;
  return (
    <span className={styles.fired}>
      Fired <Time at={executedAt} />
      {late ? ', found late' : ''}
    </span>
  );
}

function Level({ alert, now, decimals, pair }: { alert: Alert; now: Big | undefined; decimals: number; pair: string }) {
  const edit = useEditAlert(alert);
  const save = (typed: string) => {
    const price = readNumber(typed);
    if (price?.gt(0) && !price.eq(alert.price)) edit({ price });
  };
  const ownDecimals = alert.price.toFixed().split('.')[1]?.length ?? 0;
  return (
    <div className={styles.level}>
      <InlineEdit
        label={`Price of the alert for ${pair}`}
        value={alert.price.toFixed()}
        shown={<Amount value={alert.price} decimals={Math.max(decimals, ownDecimals)} className={styles.price} />}
        decimal
        clean={(typed) => cleanNumber(typed, PRICE_DECIMALS)}
        onSave={save}
      />
      <span className={styles.now}>
        Now <Amount value={now} decimals={decimals} />
      </span>
    </div>
  );
}

function Toggles({
  alert,
  pair,
  offline,
  onDelete,
}: Omit<Props, 'now' | 'decimals' | 'telegramNote'> & { pair: string }) {
  const { mutate } = useChangeAlert(alert);
  const { active, favorite, sendToTelegram } = alert;
  return (
    <div className={styles.toggles}>
      <Switch
        label={active ? 'ON' : 'OFF'}
        checked={active}
        disabled={offline}
        onChange={(next) => mutate({ active: next })}
      />
      <IconButton
        icon={Star}
        label="Favorite"
        aria-pressed={favorite}
        disabled={offline}
        className={classes(favorite && styles.favorite)}
        onClick={() => mutate({ favorite: !favorite })}
      />
      <IconButton
        icon={Send}
        label="Send to Telegram"
        aria-pressed={sendToTelegram}
        disabled={offline}
        className={classes(sendToTelegram && styles.telegram)}
        onClick={() => mutate({ sendToTelegram: !sendToTelegram })}
      />
      <IconButton
        icon={Trash2}
        label={`Delete the alert for ${pair}`}
        disabled={offline}
        onClick={() => onDelete(alert)}
      />
    </div>
  );
}

export function AlertRow({ alert, now, decimals, offline, telegramNote, onDelete }: Props) {
  const edit = useEditAlert(alert);
  const seeing = useSeeAlert();
  const pair = alert.symbol.replace('_', '/').toUpperCase();
  const unseen = alert.executed && !alert.seen;
  const see = () => {
    if (unseen && !seeing.isPending) seeing.mutate(alert);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the red dot is the keyboard's button for the same.
    <li
      className={classes(styles.row, unseen && styles.fresh)}
      data-alert={alert.id}
      data-executed={alert.executed}
      data-seen={alert.seen}
      onClick={see}
    >
      <Dot alert={alert} onSee={see} />
      <div className={styles.what}>
        <strong className={styles.pair}>
          <Icon of={ICON[alert.type]} size={18} label={labelOf(TYPES, alert.type)} />
          {pair}
        </strong>
        <span className={styles.kind}>
          {labelOf(TYPES, alert.type)}, {labelOf(FREQUENCIES, alert.informing).toLowerCase()}
        </span>
        <Fired alert={alert} />
      </div>
      <Level alert={alert} now={now} decimals={decimals} pair={pair} />
      <div className={styles.comment}>
        <InlineEdit
          label={`Comment of the alert for ${pair}`}
          value={alert.comment}
          shown={<span className={alert.comment ? undefined : styles.none}>{alert.comment || 'No comment'}</span>}
          maxLength={COMMENT_LENGTH}
          onSave={(comment) => edit({ comment })}
        />
        {alert.sendToTelegram ? <p className={styles.note}>{telegramNote}</p> : null}
      </div>
      <Toggles alert={alert} pair={pair} offline={offline} onDelete={onDelete} />
    </li>
  );
}
