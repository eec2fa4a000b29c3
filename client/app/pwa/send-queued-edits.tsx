import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { userQuery } from '../../features/accounts/session.ts';
import { useSendQueuedEdits } from '../../features/alerts/queue/use-send-queued-edits.ts';

/** Sends changes that this user made offline. */
export function SendQueuedEdits({ person }: { person: string }) {
  const client = useQueryClient();
  const readPerson = useCallback(
    async () => (await client.fetchQuery({ ...userQuery, staleTime: 0 }))?.id ?? null,
    [client],
  );
  useSendQueuedEdits({ client, person, readPerson });
  return null;
}
