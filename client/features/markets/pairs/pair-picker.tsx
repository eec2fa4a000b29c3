import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { ListProps } from './pair-dialog.tsx';
import { pairLabel } from '../../../lib/pair-label.ts';
import styles from './pair-picker.module.css';

const PairDialog = lazy(async () => ({ default: (await import('./pair-dialog.tsx')).PairDialog }));

interface Props extends ListProps {
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Button that opens the pair dialog. */
export const PairPicker = ({ open, onOpen, ...list }: Props) => (
  <>
    <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => onOpen(true)}>
      <span className="visually-hidden">Coin pair </span>
      {pairLabel(list.value)}
      <Icon of={ChevronDown} size={20} />
    </button>
    {open ? (
      <Suspense>
        <PairDialog {...list} onClose={() => onOpen(false)} />
      </Suspense>
    ) : null}
  </>
);
