import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from '../chart.module.css';
import type { Older } from './use-older.ts';

export const OlderNote = ({ older: { reading, failed, again } }: { older: Older }) => (
  <output>
    {reading ? <span className={styles.older}>Reading older candles…</span> : null}
    {failed && !reading ? (
      <span className={classes(styles.older, styles.failed)}>
        Older candles did not load.
        <Button small variant="quiet" onClick={again}>
          Try again
        </Button>
      </span>
    ) : null}
  </output>
);
