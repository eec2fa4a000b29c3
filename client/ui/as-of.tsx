import type { ReactNode } from 'react';
import { AnswerError } from '../lib/call.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { exactTime, formatMoment } from '../lib/format-time.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './as-of.module.css';

interface Props {
  /** The query whose data is shown. */
  of: { dataUpdatedAt: number; failureReason: unknown };
  offline?: boolean;
  /** Second half of the offline sentence. */
  changes?: string;
  /** A further sentence. */
  children?: ReactNode;
}

const reasonText = (offline: boolean, reason: unknown): string => {
  if (offline) return 'Offline.';
  return reason instanceof AnswerError ? 'This page is newer or older than the site.' : 'Could not be updated.';
};

function Moment({ at }: { at: number }) {
  const now = useNow(MINUTE_MS);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {formatMoment(at, now)}
    </time>
  );
}

/** P-07: age of the shown data while it cannot be updated. */
export function AsOf({ of, offline = false, changes = '', children }: Props) {
  const { dataUpdatedAt: at } = of;
  // What was never loaded has no age: the page says instead why it cannot be.
  if (at === 0 || (!offline && of.failureReason === null)) return null;
  return (
    <p className={styles.asOf}>
      {reasonText(offline, of.failureReason)} Showing data from <Moment at={at} />
      {offline && changes !== '' ? `; ${changes}.` : '.'}
      {children ? <> {children}</> : null}
    </p>
  );
}
