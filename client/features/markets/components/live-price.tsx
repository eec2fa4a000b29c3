import type { Big } from 'big.js';
import { useState } from 'react';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import type { PairRef } from '../markets.queries.ts';
import { usePrice } from '../use-price.ts';
import styles from './live-price.module.css';

interface Shown {
  price: Big | null;
  text: string;
  /** From where the text differs from the one before. */
  from: number;
  up: boolean;
}

function next(before: Shown, price: Big | null, text: string): Shown {
  if (!before.price || !price) return { price, text, from: text.length, up: false };
  let from = 0;
  while (from < text.length && text[from] === before.text[from]) from += 1;
  return { price, text, from, up: price.gt(before.price) };
}

const ageText = (age: number): string =>
  age < 2 ? 'now' : age < 60 ? `${age} s ago` : `${Math.floor(age / 60)} min ago`;

interface Props {
  pair: PairRef;
  /** Decimals of the pair. */
  decimals: number;
  currency: string;
}

/** The market price, large; the digits that changed flash. Too fast to be announced by itself. */
export function LivePrice({ pair, decimals, currency }: Props) {
  const { price, age, stale } = usePrice(pair);
  const text = price ? formatAmount(price, decimals) : '—';
  const [shown, setShown] = useState<Shown>({ price, text, from: text.length, up: false });
  if (shown.text !== text) setShown(next(shown, price, text));
  return (
    <p className={classes(styles.price, stale && styles.stale)}>
      <span className="visually-hidden">Market price </span>
      <data value={price?.toFixed() ?? ''} className={styles.number} data-testid="market-price">
        {shown.text.slice(0, shown.from)}
        <span key={shown.text} className={shown.up ? styles.up : styles.down}>
          {shown.text.slice(shown.from)}
        </span>
      </data>
      <span className={styles.unit}>{currency}</span>
      <span className={styles.age}>
        {age === null ? 'No price yet' : stale ? `Stale: last price ${ageText(age)}` : ageText(age)}
      </span>
    </p>
  );
}
