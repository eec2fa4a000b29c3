import type { ReactNode } from 'react';
import type { Side } from '#contracts/symbol.ts';
import { Segments } from '../../ui/segments.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { MarketsScreenProps } from './markets-screen.tsx';
import styles from './phone-screen.module.css';

/** What stands below the chart while the section is a side. */
export type PhonePane = 'trade' | 'positions' | 'book';

interface Props extends MarketsScreenProps {
  pane: PhonePane;
  onPane: (pane: PhonePane) => void;
  /** The side that was shown last. */
  side: Side;
  /** Order book and recent trades. */
  book: ReactNode;
  /** Open blocks of the pair, such as '12' or '10+'; null while unknown. */
  openCount: string | null;
}

const SIDES = [
  { value: 'buy', label: 'Buy', tone: 'buy' },
  { value: 'sell', label: 'Sell', tone: 'sell' },
] as const;

type Tab = PhonePane | 'alerts' | 'history';

/** Chart, then one of the tabs; the whole form fits into the first screen. */
export function PhoneScreen(props: Props) {
  const { section, pane, side, openCount, unseen, onPane, onSection } = props;
  const shown: Tab = section === 'alerts' || section === 'history' ? section : pane;
  const tabs = [
    { value: 'trade', label: 'Trade' },
    {
      value: 'positions',
      label: (
        <>
          Positions <span className={styles.count}>{openCount === null ? null : `(${openCount})`}</span>
        </>
      ),
    },
    { value: 'book', label: 'Book' },
    { value: 'alerts', label: 'Alerts', dot: unseen > 0 && `${unseen} not seen` },
    { value: 'history', label: 'History' },
  ] as const;
  const choose = (tab: Tab) => {
    if (tab === 'alerts' || tab === 'history') return onSection(tab);
    onPane(tab);
    return section === side ? undefined : onSection(side);
  };
  return (
    <div className={styles.screen}>
      {props.header}
      <div className={styles.chart}>{props.chart}</div>
      <div className={styles.tabs}>
        <Tabs label="Section" tabs={tabs} value={shown} onChange={choose}>
          <div className={styles.panel}>
            {shown === 'trade' ? props.form : null}
            {shown === 'positions' ? (
              <Segments
                label="Side of the blocks"
                labelHidden
                wide
                options={SIDES}
                value={side}
                onChange={(next) => onSection(next)}
              />
            ) : null}
            {shown === 'book' ? <div className={styles.book}>{props.book}</div> : null}
            {shown === 'book' ? null : <div className={styles.rows}>{props.rows}</div>}
          </div>
        </Tabs>
      </div>
      {props.checklist}
      {props.help}
    </div>
  );
}
