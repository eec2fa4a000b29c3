import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface Props {
  title: ReactNode;
  /** Only one of a group is open at a time. */
  group?: string;
  open?: boolean;
  /** Target of links to it. */
  id?: string;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/** Native details: works without scripts and with the browser's search. */
export const Disclosure = ({ title, group, open, id, onToggle, children }: Props) => (
  <details
    id={id}
    className={styles.disclosure}
    name={group}
    open={open}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
  >
    <summary className={styles.summary}>{title}</summary>
    <div className={styles.content}>{children}</div>
  </details>
);
