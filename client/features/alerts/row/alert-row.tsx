import { Activity, ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { alertName } from '../alert-name.ts';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type Alert, COMMENT_LENGTH } from '#contracts/alerts.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useEditAlert, useSeeAlert } from '../alerts.mutations.ts';
import { useQueuedEdits } from '../queue/use-queued-edits.ts';
import { QueuedNote } from '../queue/queued-note.tsx';
import { FREQUENCIES, TYPES } from '../alert-choices.ts';
import styles from './alert-row.module.css';
import { Dot, Fired } from './fired.tsx';
import { KINDS } from '../conditions/kinds.ts';
import { Level } from './level.tsx';
import { Toggles } from './toggles.tsx';

const FiringLog = lazy(async () => ({ default: (await import('./firing-log.tsx')).FiringLog }));

const ICON = { PRICE_RISES_ABOVE: ArrowUp, PRICE_DROPS_BELOW: ArrowDown, PRICE_REACHES: Equal };

const labelOf = (options: { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

export interface AlertRowProps {
  alert: Alert;
  /** Prices are being received. */
  live: boolean;
  /** Decimals of the pair's price. */
  decimals: number;
  offline: boolean;
  /** Its notification was pressed: scrolls into view and marks it seen. */
  highlighted: boolean;
  /** Why alerts do not reach Telegram; renders nothing if they do. */
  telegramNote: ReactNode;
  onDelete: (alert: Alert) => void;
  /** Changes what it calls. */
  onCall: (alert: Alert) => void;
}

function useSeeing(alert: Alert, highlighted: boolean) {
  const { mutate, isPending } = useSeeAlert();
  const row = useRef<HTMLLIElement>(null);
  const unseen = alert.executed && !alert.seen;
  useEffect(() => {
    if (highlighted) row.current?.scrollIntoView({ block: 'center' });
  }, [highlighted]);
  useEffect(() => {
    if (highlighted && unseen) mutate(alert);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each firing, not for each change of the row.
  }, [highlighted, unseen, mutate]);
  const see = () => {
    if (unseen && !isPending) mutate(alert);
  };
  return { row, unseen, see };
}

function What({ alert, pair, children }: { alert: Alert; pair: string; children: ReactNode }) {
  const kind = alert.type ? labelOf(TYPES, alert.type) : labelOf(KINDS, alert.condition?.kind ?? '');
  return (
    <div className={styles.what}>
      <strong className={styles.pair}>
        <Icon of={alert.type ? ICON[alert.type] : Activity} size={18} label={kind} />
        {pair}
      </strong>
      <span className={styles.kind}>
        {kind}, {labelOf(FREQUENCIES, alert.informing).toLowerCase()}
        {alert.then ? ', calls a hook' : ''}
      </span>
      {children}
    </div>
  );
}

function Comment({ alert, pair, telegramNote }: Pick<AlertRowProps, 'alert' | 'telegramNote'> & { pair: string }) {
  const edit = useEditAlert(alert);
  return (
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
  );
}

export function AlertRow({
  alert: read,
  live,
  decimals,
  offline,
  highlighted,
  telegramNote,
  onDelete,
  onCall,
}: AlertRowProps) {
  const { alert, waits } = useQueuedEdits(read);
  const { row, unseen, see } = useSeeing(read, highlighted);
  const [open, setOpen] = useState(false);
  const pair = alertName(alert);
  const { executedAt } = alert;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the red dot is the keyboard's button for the same.
    <li
      ref={row}
      className={classes(styles.row, unseen && styles.fresh, highlighted && styles.highlighted)}
      data-alert={alert.id}
      data-executed={alert.executed}
      data-seen={alert.seen}
      onClick={see}
    >
      <Dot alert={alert} onSee={see} />
      <What alert={alert} pair={pair}>
        {executedAt === null ? null : (
          <Fired alert={{ ...alert, executedAt }} open={open} onToggle={() => setOpen(!open)} />
        )}
      </What>
      <Level alert={alert} pair={pair} live={live} decimals={decimals} />
      <Comment alert={alert} pair={pair} telegramNote={telegramNote} />
      <Toggles alert={alert} pair={pair} offline={offline} onDelete={onDelete} onCall={onCall} />
      {waits ? <QueuedNote alertId={alert.id} pair={pair} /> : null}
      {open ? (
        <Suspense fallback={<Skeleton lines={2} height="20px" label="Loading the delivery log" />}>
          <FiringLog
            alertId={alert.id}
            decimals={decimals}
            what={alert.condition?.kind === 'time' ? 'due' : 'crossed'}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
