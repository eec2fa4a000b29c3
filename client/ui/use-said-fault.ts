import { useEffect } from 'react';
import { sentenceOf } from './states.tsx';
import { toast } from './toast.ts';

/** A reading that brought nothing is told beside the state that stands in its place; null once there is something. */
export function useSaidFault(error: unknown): void {
  useEffect(() => {
    if (error !== null) toast.error(sentenceOf(error), { id: 'reading' });
  }, [error]);
}
