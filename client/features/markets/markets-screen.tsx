import type { ReactNode } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './markets-screen.module.css';
import { sectionTabs } from './section-tabs.ts';
import type { Section } from '#contracts/rules/view.ts';

export interface MarketsScreenProps {
  section: Section;
  /** Number of unseen alerts. */
  unseen: number;
  header: ReactNode;
  chart: ReactNode;
  /** The order form; none for Alerts and History on a phone. */
  form: ReactNode;
  /** Content of the chosen tab. */
  rows: ReactNode;
  checklist: ReactNode;
  /** Keyboard shortcuts. */
  help: ReactNode;
  onSection: (section: Section) => void;
}

export function MarketsScreen({
  section,
  unseen,
  header,
  chart,
  form,
  rows,
  checklist,
  help,
  onSection,
}: MarketsScreenProps) {
  return (
    <div className={styles.screen}>
      {header}
      <div className={styles.chart}>{chart}</div>
      {form ? <div className={styles.form}>{form}</div> : null}
      <div className={styles.blocks}>
        <Tabs label="Section" tabs={sectionTabs(unseen)} value={section} onChange={onSection}>
          <div className={styles.rows}>{rows}</div>
        </Tabs>
        {checklist}
        {help}
      </div>
    </div>
  );
}
