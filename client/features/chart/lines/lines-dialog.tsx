import { BellPlus } from 'lucide-react';
import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChartLine } from '../chart-line.ts';
import styles from './lines.module.css';
import { distanceText } from './move-result.tsx';

interface Props {
  open: boolean;
  lines: readonly ChartLine[];
  /** Shown if some lines are missing. */
  note: string | null;
  pair: Pair;
  marketPrice: Big | null;
  disabled: boolean;
  onChange: (line: ChartLine) => void;
  /** Adds an alert at the market price. */
  onAlert: (price: Big) => void;
  onClose: () => void;
}

/** The chart's lines as a list: the keyboard alternative to pointer gestures. */
export function LinesDialog({ open, lines, note, pair, marketPrice, disabled, onChange, onAlert, onClose }: Props) {
  const falling = lines.toSorted((one, other) => other.price.cmp(one.price));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Lines on the chart"
      footer={
        <Button
          variant="quiet"
          icon={BellPlus}
          disabled={disabled || !marketPrice}
          onClick={() => marketPrice && onAlert(marketPrice)}
        >
          Add alert at the market price
        </Button>
      }
    >
      {lines.length === 0 ? (
        <p>No lines yet. Entries, targets, alerts and drawn lines of this pair appear here.</p>
      ) : null}
      <ul className={styles.list}>
        {falling.map((line) => (
          <li key={line.id} className={styles.row}>
            <span className={classes(styles.mark, styles[line.kind])} aria-hidden="true" />
            <span className={styles.name}>{line.name}</span>
            <Amount value={line.price} decimals={pair.counterRound} unit={pair.counterCurrency} />
            <span className={styles.away}>{marketPrice ? distanceText(line.price, marketPrice) : null}</span>
            {line.movable || line.edit ? (
              <Button small variant="quiet" disabled={disabled && !line.edit} onClick={() => onChange(line)}>
                Change<span className="visually-hidden">: {line.name}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {note ? <p className={styles.note}>{note}</p> : null}
    </Dialog>
  );
}
