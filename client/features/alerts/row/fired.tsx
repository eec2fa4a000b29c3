import { ChevronDown } from 'lucide-react';
import type { Alert } from '#contracts/alerts.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import styles from './alert-row.module.css';

interface Props {
  alert: Alert & { executedAt: number };
  /** The delivery log is shown. */
  open: boolean;
  onToggle: () => void;
}

export const Fired = ({ alert: { executed, executedAt, late }, open, onToggle }: Props) => (
  <button type="button" className={styles.fired} aria-expanded={open} title="How it was delivered" onClick={onToggle}>
    {executed ? 'Fired' : 'Last fired'} <Time at={executedAt} />
    {late ? ', found late' : ''}
    <Icon of={ChevronDown} size={16} className={classes(open && styles.open)} />
  </button>
);

export function Dot({ alert, onSee }: { alert: Alert; onSee: () => void }) {
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
