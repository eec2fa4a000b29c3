import type { Big } from 'big.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { setText } from '../../../lib/set-text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { DepthNow, PairRef } from '../markets.queries.ts';
import { usePrice } from '../use-price.ts';
import { bookRows, spreadOf } from './book-rows.ts';
import { BookSide, paintSide } from './book-side.tsx';
import styles from './book.module.css';
import { useDepth } from './use-depth.ts';

interface Props {
  of: PairRef;
  pair: Pair;
  /** Levels on each side. */
  rows: number;
  /** When the connection was lost, as text; null while live. */
  offline: string | null;
  /** Fills the order form's price. */
  onPickPrice: (price: Big) => void;
}

const PRICE_EVERY_MS = 250;
/** A book that does not come for so long is said to be missing. */
const MISSING_AFTER_MS = 10_000;

function LastPrice({ of, decimals }: { of: PairRef; decimals: number }) {
  const { price } = usePrice(of, PRICE_EVERY_MS);
  return <strong>{price ? formatAmount(price, decimals) : '—'}</strong>;
}

const spreadText = (book: DepthNow | null, decimals: number): string => {
  const spread = book && spreadOf(book);
  return spread ? `Spread ${formatAmount(spread.amount, decimals)} (${spread.percent.toFixed(2)}%)` : '';
};

function useMissing(isKnown: boolean): boolean {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMissing(!isKnown), isKnown ? 0 : MISSING_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return missing && !isKnown;
}

/** Asks above the last price, bids below, each in a fixed number of rows; it is painted without rendering. */
export function OrderBookPanel({ of, pair, rows, offline, onPickPrice }: Props) {
  const asks = useRef<HTMLOListElement>(null);
  const bids = useRef<HTMLOListElement>(null);
  const spread = useRef<HTMLSpanElement>(null);
  const shown = useRef<{ asks: (Big | null)[]; bids: (Big | null)[] }>({ asks: [], bids: [] });
  const [isKnown, setIsKnown] = useState(false);
  const { counterRound: decimals } = pair;
  const paint = useCallback(
    (book: DepthNow | null) => {
      const sides = bookRows(book ?? { bids: [], asks: [] }, rows);
      const up = sides.asks.toReversed();
      shown.current = { asks: up.map((row) => row?.price ?? null), bids: sides.bids.map((row) => row?.price ?? null) };
      paintSide(asks.current, up, decimals);
      paintSide(bids.current, sides.bids, decimals);
      setText(spread.current, spreadText(book, decimals));
      setIsKnown(book !== null);
    },
    [rows, decimals],
  );
  useDepth(of, paint);
  const missing = useMissing(isKnown);
  return (
    <div className={styles.panel} data-stale={offline !== null || undefined}>
      <div className={styles.head} aria-hidden="true">
        <span>Price ({pair.counterCurrency})</span>
        <span>Amount ({pair.baseCurrency})</span>
        <span>Total</span>
      </div>
      {offline ? <p className={styles.note}>{offline}</p> : null}
      {missing && !offline ? <p className={styles.note}>No order book received yet.</p> : null}
      <div className={styles.book} aria-busy={!isKnown || undefined}>
        <BookSide
          side="asks"
          count={rows}
          list={asks}
          priceAt={(index) => shown.current.asks[index] ?? null}
          onPick={onPickPrice}
        />
        <p className={styles.middle}>
          <LastPrice of={of} decimals={decimals} />
          <span ref={spread} className={styles.spread} />
        </p>
        <BookSide
          side="bids"
          count={rows}
          list={bids}
          priceAt={(index) => shown.current.bids[index] ?? null}
          onPick={onPickPrice}
        />
        {isKnown || missing || offline ? null : (
          <div className={styles.waiting}>
            <Skeleton lines={1} height="100%" label="Loading the order book" />
          </div>
        )}
      </div>
    </div>
  );
}
