import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Big } from 'big.js';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import { compactAmount } from '../../../lib/compact-amount.ts';
import { setText } from '../../../lib/set-text.ts';
import type { BookRow, BookSide as Rows } from './book-rows.ts';
import styles from './book.module.css';

type Side = 'bids' | 'asks';

/** Changes what differs of one row, without rendering. */
function paintRow(button: HTMLButtonElement, row: BookRow | null, decimals: number): void {
  const [, bar, price, quantity, total] = button.children;
  button.disabled = row === null;
  setText(price, row ? formatAmount(row.price, decimals) : '');
  setText(quantity, row ? compactAmount(row.quantity) : '');
  setText(total, row ? compactAmount(row.total) : '');
  if (bar instanceof HTMLElement) bar.style.backgroundSize = `${row ? (100 * row.share).toFixed(1) : 0}% 100%`;
}

/** The rows of a side are as many as before; its buttons are in the order of the screen. */
export function paintSide(list: HTMLElement | null, rows: Rows, decimals: number): void {
  if (!list) return;
  const buttons = list.querySelectorAll('button');
  for (const [index, button] of buttons.entries()) paintRow(button, rows[index] ?? null, decimals);
}

const STEP: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** One tab stop: arrow keys move between the levels. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEP[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[at + step]?.focus();
}

interface Props {
  side: Side;
  count: number;
  list: RefObject<HTMLOListElement | null>;
  /** The price in a row of the screen; null in an empty one. */
  priceAt: (index: number) => Big | null;
  onPick: (price: Big) => void;
}

export function BookSide({ side, count, list, priceAt, onPick }: Props) {
  /** What was under the finger, whatever the book has become since. */
  const pressed = useRef<Big | null>(null);
  const best = side === 'asks' ? count - 1 : 0;
  const pick = (index: number) => {
    const price = pressed.current ?? priceAt(index);
    pressed.current = null;
    if (price) onPick(price);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons hold the focus.
    <ol
      ref={list}
      className={classes(styles.side, styles[side])}
      aria-label={
        side === 'asks' ? 'Asks, worst first: press one to use its price' : 'Bids: press one to use its price'
      }
      onKeyDown={walk}
    >
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is a place, not a level.
        <li key={index}>
          <button
            type="button"
            className={styles.row}
            tabIndex={index === best ? 0 : -1}
            onPointerDown={() => (pressed.current = priceAt(index))}
            onPointerCancel={() => (pressed.current = null)}
            onClick={() => pick(index)}
          >
            <span className="visually-hidden">Price</span>
            <span className={styles.bar} aria-hidden="true" />
            <span className={styles.price} />
            <span />
            <span />
          </button>
        </li>
      ))}
    </ol>
  );
}
