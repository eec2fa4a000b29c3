import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { type CandlesOf, readOlder } from '../candles.queries.ts';
import styles from '../chart.module.css';

interface Older {
  reading: boolean;
  failed: boolean;
  /** Call when the left edge is near; after a failure it waits for `again`. */
  near: () => void;
  again: () => void;
}

/** Loads older candles page by page. */
export function useOlder(of: CandlesOf, offline: boolean): Older {
  const client = useQueryClient();
  const reading = useMutation({ mutationKey: ['older', of], mutationFn: () => readOlder(client, of) });
  return {
    reading: reading.isPending,
    failed: reading.isError,
    near: () => {
      if (!offline && !reading.isPending && !reading.isError) reading.mutate();
    },
    again: () => reading.mutate(),
  };
}

export const OlderNote = ({ older: { reading, failed, again } }: { older: Older }) => (
  <output>
    {reading ? <span className={styles.older}>Loading older candles…</span> : null}
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
