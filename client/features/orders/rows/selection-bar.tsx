import { counted } from '../../../lib/counted.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './list-tools.module.css';

const FEWEST_JOINED = 2;

interface Props {
  count: number;
  offline: boolean;
  onStop: () => void;
  onClose: () => void;
  onAverage: () => void;
  onClear: () => void;
}

/** What can be done with the selected blocks, each with one confirmation. */
export const SelectionBar = ({ count, offline, onStop, onClose, onAverage, onClear }: Props) => (
  <section className={styles.selection} aria-label="Selected blocks">
    <output>{counted(count, 'block')} selected</output>
    <Button small variant="quiet" disabled={offline} onClick={onStop}>
      Set stop
    </Button>
    <Button small variant="quiet" disabled={offline} onClick={onClose}>
      Close {count}
    </Button>
    {count >= FEWEST_JOINED ? (
      <Button small variant="quiet" disabled={offline} onClick={onAverage}>
        Average {count}
      </Button>
    ) : null}
    <Button small variant="quiet" onClick={onClear}>
      Clear
    </Button>
  </section>
);

/** Before the first block is ticked. */
export const ChoiceHint = ({ onCancel }: { onCancel: () => void }) => (
  <section className={styles.selection} aria-label="Choose average">
    <output>Tick the blocks to join, then press Average.</output>
    <Button small variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  </section>
);
