import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { keyCheck } from '../key-detail.queries.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { keysKey } from '../keys.queries.ts';
import { Report } from './report.tsx';
import type { ApiKey } from '../key-context.ts';

/** Checks a key's permissions on the exchange. */
export function CheckDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const offline = useKeysOffline();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(keyCheck(apiKey.uid));
  const checkedAt = data?.checkedAt;
  useEffect(() => {
    // The check may have enabled or disabled the key.
    if (checkedAt !== undefined) void client.invalidateQueries({ queryKey: keysKey });
  }, [client, checkedAt]);
  const again = () => void refetch();
  return (
    <Dialog
      reading
      open
      onClose={onClose}
      title={
        <>
          Check <bdi>{apiKey.name}</bdi>
        </>
      }
      footer={
        <DialogActions back="OK" onBack={onClose} disabled={offline} busy={isFetching} onClick={again}>
          Check again
        </DialogActions>
      }
    >
      {error && !isFetching ? <ErrorState error={error} /> : null}
      {!data && isFetching ? <Skeleton lines={5} height="44px" label="Asking the exchange" /> : null}
      {data ? <Report report={data} /> : null}
    </Dialog>
  );
}
