import type { ReactNode } from 'react';
import { Tabs, type Tab } from '../../../ui/tabs.tsx';
import styles from './side-pane.module.css';

interface Props<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  children: ReactNode;
}

/** A pane with tabs whose content scrolls. */
export const SidePane = <T extends string>({ children, ...tabs }: Props<T>) => (
  <section className={styles.pane} aria-label={tabs.label}>
    <Tabs {...tabs}>
      <div className={styles.content}>{children}</div>
    </Tabs>
  </section>
);
