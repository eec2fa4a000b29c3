import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CandlesOf, readOlder } from '../candles.queries.ts';

export interface Older {
  reading: boolean;
  failed: boolean;
  /** The chart's left edge is near; after a failure nothing is read until it is asked for. */
  near: () => void;
  again: () => void;
}

/** Reads on into the past, a piece at a time. */
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
