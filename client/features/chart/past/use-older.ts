import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CandlesOf, readOlder } from '../candles.queries.ts';

export interface Older {
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
