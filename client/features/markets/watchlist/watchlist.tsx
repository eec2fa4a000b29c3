import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { Star } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { Market } from '#contracts/symbol.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty } from '../../../ui/states.tsx';
import { changeText, dayChange } from '../day-change.ts';
import { marketPairs } from '../markets.queries.ts';
import { dayStats } from '../day-stats.queries.ts';
import { useFavoritePairs } from '../pairs/favorite-pairs.ts';
import styles from './watchlist.module.css';

interface RowProps {
  name: string;
  price: Big | null;
  open: Big | null;
  decimals: number;
  current: boolean;
  onPick: (name: string) => void;
}

const Row = memo(function Row({ name, price, open, decimals, current, onPick }: RowProps) {
  const [base = '', counter = ''] = name.toUpperCase().split('_');
  const change = changeText(dayChange(price, open));
  return (
    <li>
      <button type="button" className={styles.row} aria-current={current || undefined} onClick={() => onPick(name)}>
        <span className={styles.name}>
          <strong>{base}</strong>/{counter}
        </span>
        <span className={styles.price}>{price ? formatAmount(price, decimals) : '—'}</span>
        <span className={classes(styles.change, change.tone && styles[change.tone])}>{change.text}</span>
      </button>
    </li>
  );
});

interface Props {
  market: Market;
  /** The pair of the page. */
  value: string;
  /** Prices of the live channel, by upper-case name; those of the last reading stand in. */
  prices: Readonly<Record<string, Big>>;
  onPick: (name: string) => void;
  /** Opens the pair dialog. */
  onAdd: () => void;
}

/** The favorite pairs with live prices; a press shows the pair. */
export function Watchlist({ market, value, prices, onPick, onAdd }: Props) {
  const [favorites] = useFavoritePairs(market);
  const names = useMemo(() => [...favorites].toSorted(), [favorites]);
  const { data: pairs } = useQuery(marketPairs(market));
  const { data: stats } = useQuery({ ...dayStats(market, names), enabled: names.length > 0 });
  if (names.length === 0)
    return (
      <Empty
        icon={Star}
        title="No favorites yet"
        action={
          <Button variant="quiet" small onClick={onAdd}>
            Choose pairs
          </Button>
        }
      >
        Mark pairs with the star in the pair list to follow their prices here.
      </Empty>
    );
  return (
    <ul className={styles.list} aria-label="Watchlist">
      {names.map((name) => {
        const known = stats?.pairs.find((each) => each.name === name);
        return (
          <Row
            key={name}
            name={name}
            price={prices[name.toUpperCase()] ?? known?.price ?? null}
            open={known?.open ?? null}
            decimals={pairs?.find((pair) => pair.name === name)?.counterRound ?? 2}
            current={name === value}
            onPick={onPick}
          />
        );
      })}
    </ul>
  );
}
