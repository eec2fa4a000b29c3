import { Star } from 'lucide-react';
import { memo } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { compactAmount } from '../../../lib/compact-amount.ts';
import { changeText } from '../day-change.ts';
import styles from './pair-dialog.module.css';
import type { PairFigures } from './sort-pairs.ts';

interface Props {
  pair: Pair;
  figures: PairFigures | undefined;
  /** Its place in the list, from 0, and the length of the list. */
  index: number;
  of: number;
  chosen: boolean;
  favorite: boolean;
  onPick: (name: string) => void;
  onMark: (name: string) => void;
}

const UNKNOWN = '—';

/** A pair with its figures of the last 24 hours. */
export const PairRow = memo(function PairRow({ pair, figures, index, of, chosen, favorite, onPick, onMark }: Props) {
  const { name, baseCurrency, counterCurrency, counterRound } = pair;
  const change = changeText(figures?.change ?? null);
  return (
    <li className={styles.row} aria-posinset={index + 1} aria-setsize={of}>
      <button
        type="button"
        className={styles.option}
        data-pair={name}
        aria-current={chosen || undefined}
        onClick={() => onPick(name)}
      >
        <span className={styles.name}>
          <strong>{baseCurrency}</strong>/{counterCurrency}
        </span>
        <span className={styles.figures}>
          <span>{figures?.price ? formatAmount(figures.price, counterRound) : UNKNOWN}</span>
          <span className={classes(change.tone && styles[change.tone])}>{change.text}</span>
          <span className={styles.volume}>{figures?.volume ? compactAmount(figures.volume) : UNKNOWN}</span>
        </span>
      </button>
      <IconButton
        icon={Star}
        label={`Favorite: ${pairLabel(name)}`}
        aria-pressed={favorite}
        className={styles.star}
        onClick={() => onMark(name)}
      />
    </li>
  );
});
