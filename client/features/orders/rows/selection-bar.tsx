import { counted } from '../../../lib/counted.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './list-tools.module.css';

interface Props {
  count: number;
  offline: boolean;
  onStop: () => void;
  onClose: () => void;
  onClear: () => void;
}

/** What can be done with the selected blocks, each with one confirmation. */
export const SelectionBar = ({ count, offline, onStop, onClose, onClear }: Props) => (
  <section className={styles.selection} aria-label="Selected blocks">
    <output>{counted(count, 'block')} selected</output>
    <Button small variant="quiet" disabled={offline} onClick={onStop}>
      Set stop
    </Button>
    <Button small variant="quiet" disabled={offline} onClick={onClose}>
      Close {count}
    </Button>
    <Button small variant="quiet" onClick={onClear}>
      Clear
    </Button>
  </section>
);
