import type { ReactNode } from 'react';
import styles from './as-of.module.css';
import { Time } from './time.tsx';

interface Props {
  /** What is shown: when it was read (epoch ms), and why reading it again fails, if it does. */
  of: { dataUpdatedAt: number; failureReason: unknown };
  /** The page is cut off. */
  offline?: boolean;
  /** What follows from it. */
  children?: ReactNode;
}

/** P-07: the age of what is shown, while nothing newer can be read. */
export function AsOf({ of, offline = false, children }: Props) {
  if (!offline && of.failureReason === null) return null;
  return (
    <p className={styles.asOf}>
      As of <Time at={of.dataUpdatedAt} />. {children}
    </p>
  );
}
