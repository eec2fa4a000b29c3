import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alertPrices } from '../../../../features/alerts/alerts.queries.ts';
import { SidePane } from '../../../../features/markets/desk/side-pane.tsx';
import { DATA_TABS, type DataTab } from '../../../../features/markets/section-tabs.ts';
import { Watchlist } from '../../../../features/markets/watchlist/watchlist.tsx';
import { type BookProps, BookSlot, TradesSlot } from './book-slot.tsx';
import styles from './sides.module.css';

export interface SidesProps extends BookProps {
  onPair: (symbolName: string) => void;
  /** Opens the pair dialog. */
  onChoosePair: () => void;
}

/** The favorites with live prices. */
export function WatchlistSlot({ view, onPair, onChoosePair }: Pick<SidesProps, 'view' | 'onPair' | 'onChoosePair'>) {
  const { data: prices = {} } = useQuery(alertPrices);
  return (
    <Watchlist market={view.market} value={view.symbolName} prices={prices} onPick={onPair} onAdd={onChoosePair} />
  );
}

export function WatchlistPane(props: SidesProps) {
  return (
    <SidePane
      label="Watchlist"
      tabs={[{ value: 'watchlist', label: 'Watchlist' }]}
      value="watchlist"
      onChange={() => {}}
    >
      <WatchlistSlot {...props} />
    </SidePane>
  );
}

/** Nothing in it takes the focus. */
const SCROLLED_BY_KEYS = { tabIndex: 0, role: 'region', 'aria-label': 'Latest trades' } as const;

/** Order book above the recent trades. */
export const BookPane = (props: BookProps) => (
  <div className={styles.stack}>
    <section aria-label="Order book" className={styles.upper}>
      <h2 className={styles.title}>Order book</h2>
      <BookSlot {...props} />
    </section>
    <section aria-label="Recent trades" className={styles.lower}>
      <h2 className={styles.title}>Trades</h2>
      <div className={styles.scroll} {...SCROLLED_BY_KEYS}>
        <TradesSlot {...props} />
      </div>
    </section>
  </div>
);

const SLOTS = { book: BookSlot, trades: TradesSlot, watchlist: WatchlistSlot };

/** One of order book, trades and watchlist, in the place of the section's rows. */
export function DataPane({ of, ...props }: SidesProps & { of: DataTab }) {
  const Slot = SLOTS[of];
  return (
    <div className={styles.alone} {...(of === 'trades' && SCROLLED_BY_KEYS)}>
      <Slot {...props} />
    </div>
  );
}

const STORED = 'desk-side';

const storedSide = (): DataTab =>
  DATA_TABS.find(({ value }) => value === localStorage.getItem(STORED))?.value ?? 'book';

/** One of order book, trades and watchlist, where there is no room for all; the choice is kept on this device. */
export function OneSidePane(props: SidesProps) {
  const [side, setSide] = useState(storedSide);
  const Slot = SLOTS[side];
  const choose = (next: DataTab) => {
    localStorage.setItem(STORED, next);
    setSide(next);
  };
  return (
    <SidePane label="Market data" tabs={DATA_TABS} value={side} onChange={choose}>
      <Slot {...props} />
    </SidePane>
  );
}
