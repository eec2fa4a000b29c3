import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../../../ui/toast.ts';
import { proofsQuery } from '../proofs.queries.ts';
import { useGoogleReturn } from './google-return.ts';

/** Says to a signed-in person how it went at Google's, whatever page they came back to. */
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
