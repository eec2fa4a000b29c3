import { useEffect } from 'react';
import { usePushState } from '../../features/notifications/notifications.queries.ts';
import { unsubscribeThisDevice } from '../../features/notifications/this-device.ts';
import { onSignOut } from '../../lib/sign-out-tasks.ts';

interface Props {
  /** E-mail of the signed-in user as the server knows it. */
  person: string;
}

/** Renews this device's push subscription at each start, and ends it with the session. */
export function RenewPush({ person }: Props) {
  usePushState(person);
  useEffect(() => onSignOut(unsubscribeThisDevice), []);
  return null;
}
