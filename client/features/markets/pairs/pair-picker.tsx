import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { ListProps } from './pair-dialog.tsx';
import { marketPairs } from '../markets.queries.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import styles from './pair-picker.module.css';

const PairDialog = lazy(async () => ({ default: (await import('./pair-dialog.tsx')).PairDialog }));

interface Props extends Pick<ListProps, 'market' | 'onPick'> {
  pair: Pair;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Button that opens the pair dialog. */
export function PairPicker({ pair, open, onOpen, ...list }: Props) {
  const { data: pairs = [pair] } = useQuery(marketPairs(list.market));
  return (
    <>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => onOpen(true)}>
        <span className="visually-hidden">Coin pair </span>
        {pairLabel(pair.name)}
        <Icon of={ChevronDown} size={20} />
      </button>
      {open ? (
        <Suspense>
          <PairDialog {...list} pairs={pairs} value={pair.name} onClose={() => onOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
