import type { ReactNode } from 'react';
import type { Section } from '#contracts/rules/view.ts';

/** The tabs of the markets page; a dot where alerts were not seen. */
export const sectionTabs = (unseen: number) =>
  [
    { value: 'buy', label: 'BUY', tone: 'buy' },
    { value: 'sell', label: 'SELL', tone: 'sell' },
    { value: 'alerts', label: 'Alerts', dot: unseen > 0 && `${unseen} not seen` },
    { value: 'history', label: 'History' },
  ] as const;

export const DATA_TABS = [
  { value: 'book', label: 'Book' },
  { value: 'trades', label: 'Trades' },
  { value: 'watchlist', label: 'Watchlist' },
] as const;
export type DataTab = (typeof DATA_TABS)[number]['value'];

/** Market data in tabs after the sections, where no pane beside the chart shows it. */
export interface DataTabs {
  /** Null while the section's rows are shown. */
  shown: DataTab | null;
  onShow: (tab: DataTab | null) => void;
  /** Content of the tab that is shown. */
  content: ReactNode;
}

export const isDataTab = (tab: Section | DataTab): tab is DataTab => DATA_TABS.some(({ value }) => value === tab);
