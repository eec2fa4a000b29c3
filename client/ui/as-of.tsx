import type { ReactNode } from 'react';
import { AnswerError } from '../lib/call.ts';
import { exactTime, formatMoment } from '../lib/format-time.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './as-of.module.css';

interface Props {
  /** What is shown: when it was read (epoch ms), and why reading it again fails, if it does. */
  of: { dataUpdatedAt: number; failureReason: unknown };
  /** The page is cut off. */
  offline?: boolean;
  /** What can be done meanwhile, in the middle of the sentence. */
  changes?: string;
  /** What follows from it, as a sentence of its own. */
  children?: ReactNode;
}

const why = (offline: boolean, reason: unknown): string => {
  if (offline) return 'Offline.';
  return reason instanceof AnswerError ? 'This page is newer or older than the site.' : 'Could not be updated.';
};

function Moment({ at }: { at: number }) {
  const now = useNow(60_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {formatMoment(at, now)}
    </time>
  );
}

/** P-07: from when the data are that are shown, while nothing newer can be read. */
export function AsOf({ of, offline = false, changes = '', children }: Props) {
  if (!offline && of.failureReason === null) return null;
  const { dataUpdatedAt: at } = of;
  return (
    <p className={styles.asOf}>
      {why(offline, of.failureReason)} Showing data from <Moment at={at} />
      {offline && changes !== '' ? `; ${changes}.` : '.'}
      {children ? <> {children}</> : null}
    </p>
  );
}
