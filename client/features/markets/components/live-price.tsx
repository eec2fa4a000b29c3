import type { Big } from 'big.js';
import { type ReactNode, useEffect, useState } from 'react';
import { formatAmount } from '../../../lib/format-amount.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { classes } from '../../../ui/classes.ts';
import type { PairRef } from '../markets.queries.ts';
import { type PriceView, usePrice } from '../use-price.ts';
import styles from './live-price.module.css';

interface Shown {
  price: Big | null;
  text: string;
  /** Index of the first changed character. */
  from: number;
  /** Direction of the last change. */
  direction: 'up' | 'down' | null;
}

/** How long changed digits are highlighted. */
const FLASH_MS = 400;

const still = (price: Big | null, text: string): Shown => ({ price, text, from: text.length, direction: null });

function next(before: Shown, price: Big | null, text: string): Shown {
  if (!before.price || !price) return still(price, text);
  let from = 0;
  while (from < text.length && text[from] === before.text[from]) from += 1;
  return { price, text, from, direction: price.gt(before.price) ? 'up' : 'down' };
}

/** The highlight is removed by a timer: starting an animation on every tick would cost more than everything else. */
function useShown(price: Big | null, text: string): Shown {
  const [shown, setShown] = useState(() => still(price, text));
  if (shown.text !== text) setShown(next(shown, price, text));
  useEffect(() => {
    if (!shown.direction) return undefined;
    const timer = setTimeout(() => setShown({ ...shown, direction: null }), FLASH_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}

const ageText = (age: number): string =>
  age < 2 ? 'now' : age < 60 ? `${age} s ago` : `${Math.floor(age / 60)} min ago`;

function ageMessage({ age, stale, delayedSince }: Pick<PriceView, 'age' | 'stale' | 'delayedSince'>): string {
  if (age === null) return 'No price yet';
  if (delayedSince !== null) return `Delayed: no trades since ${formatClock(delayedSince)}`;
  return stale ? `Stale: last price ${ageText(age)}` : ageText(age);
}

/** Seconds up to which the age says no more than that the price is live. */
const FRESH_S = 10;
const isFresh = ({ age, stale, delayedSince }: Pick<PriceView, 'age' | 'stale' | 'delayedSince'>): boolean =>
  age !== null && age < FRESH_S && !stale && delayedSince === null;

interface Props {
  pair: PairRef;
  /** Decimals of the pair's price. */
  decimals: number;
  currency: string;
  /** Short label if the pair is halted; null while it trades. */
  halt: string | null;
  /** Shown instead of the age while the price is fresh. */
  whileFresh?: ReactNode;
}

/** The market price with changed digits highlighted; not a live region, because it changes too often. */
export function LivePrice({ pair, decimals, currency, halt, whileFresh }: Props) {
  const { price, age, stale, delayedSince } = usePrice(pair);
  const text = price ? formatAmount(price, decimals) : '—';
  const shown = useShown(price, text);
  const ageOrHalt = halt ?? ageMessage({ age, stale, delayedSince });
  return (
    <p className={classes(styles.price, stale && styles.stale)}>
      <span className="visually-hidden">Market price </span>
      <data value={price?.toFixed() ?? ''} className={styles.number} data-testid="market-price">
        {shown.text.slice(0, shown.from)}
        {/* A new key restarts the highlight at another position. */}
        <span key={shown.from} className={classes(styles.digits, shown.direction && styles[shown.direction])}>
          {shown.text.slice(shown.from)}
        </span>
      </data>
      <span className={styles.unit}>{currency}</span>
      <span className={styles.age}>
        {(halt === null && isFresh({ age, stale, delayedSince }) && whileFresh) || ageOrHalt}
      </span>
    </p>
  );
}
