import { useEffect } from 'react';
import { sentenceOf } from './states.tsx';
import { toast } from './toast.ts';

/** Shows a toast for an error; null clears it. */
export function useErrorToast(error: unknown): void {
  useEffect(() => {
    if (error !== null) toast.error(sentenceOf(error), { id: 'reading' });
  }, [error]);
}
