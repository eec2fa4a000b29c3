import type { UserInfo } from '#contracts/accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ProveDialog } from '../../features/accounts/address/prove-dialog.tsx';
import { ConfirmDialog } from '../../features/accounts/confirm/confirm-dialog.tsx';
import { useGoogleToast } from '../../features/accounts/google/google-return.ts';
import { UnsentDialog } from '../../features/alerts/queue/unsent-dialog.tsx';
import { usePushState } from '../../features/notifications/notifications.queries.ts';
import { persistQueries } from '../../lib/offline/persist-queries.ts';

/** Background tasks and prompts of a signed-in user, as the server knows them. */
export function Background({ user }: { user: UserInfo }) {
  const client = useQueryClient();
  useEffect(() => persistQueries(client, user.id), [client, user.id]);
  // Renews this device's push subscription at each start.
  usePushState(user.id);
  useGoogleToast();
  return (
    <>
      <ConfirmDialog />
      <ProveDialog />
      <UnsentDialog person={user.id} />
    </>
  );
}
