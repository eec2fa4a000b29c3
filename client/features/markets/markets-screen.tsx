import type { ReactNode } from 'react';
import { MarketTabs } from './market-tabs.tsx';
import styles from './markets-screen.module.css';
import type { DataTabs } from './section-tabs.ts';
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
  data,
  onSection,
}: MarketsScreenProps & { data: DataTabs }) {
  return (
    <div className={styles.screen}>
      {header}
      <div className={styles.chart}>{chart}</div>
      {form ? <div className={styles.form}>{form}</div> : null}
      <div className={styles.blocks}>
        <MarketTabs section={section} unseen={unseen} data={data} onSection={onSection}>
          {data.shown ? <div className={styles.data}>{data.content}</div> : <div className={styles.rows}>{rows}</div>}
        </MarketTabs>
        {checklist}
        {help}
      </div>
    </div>
  );
}
