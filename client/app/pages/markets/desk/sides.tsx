import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alertPrices } from '../../../../features/alerts/alerts.queries.ts';
import { SidePane } from '../../../../features/markets/desk/side-pane.tsx';
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

const TABS = [
  { value: 'book', label: 'Book' },
  { value: 'trades', label: 'Trades' },
  { value: 'watchlist', label: 'Watchlist' },
] as const;
type Side = (typeof TABS)[number]['value'];
const STORED = 'desk-side';

const storedSide = (): Side => TABS.find(({ value }) => value === localStorage.getItem(STORED))?.value ?? 'book';

/** One of order book, trades and watchlist, where there is no room for all; the choice is kept on this device. */
export function OneSidePane(props: SidesProps) {
  const [side, setSide] = useState(storedSide);
  const choose = (next: Side) => {
    localStorage.setItem(STORED, next);
    setSide(next);
  };
  return (
    <SidePane label="Market data" tabs={TABS} value={side} onChange={choose}>
      {side === 'book' ? <BookSlot {...props} /> : null}
      {side === 'trades' ? <TradesSlot {...props} /> : null}
      {side === 'watchlist' ? <WatchlistSlot {...props} /> : null}
    </SidePane>
  );
}
