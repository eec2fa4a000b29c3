import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../../../ui/toast.ts';
import { proofsQuery } from '../proofs.queries.ts';
import { useGoogleReturn } from './google-return.ts';

/** Reports the outcome on whatever page Google returned to. */
export function GoogleToast() {
  const client = useQueryClient();
  const back = useGoogleReturn();
  useEffect(() => {
    if (!back) return;
    toast[back.kind](back.sentence, { id: 'google' });
    void client.invalidateQueries(proofsQuery);
  }, [back, client]);
  return null;
}
