import { useEffect } from 'react';
import { usePushState } from '../../features/notifications/notifications.queries.ts';
import { unsubscribeThisDevice } from '../../features/notifications/this-device.ts';
import { whenSigningOut } from '../../lib/signing-out.ts';

interface Props {
  /** E-mail of the signed-in user as the server knows it. */
  person: string;
}

/** Renews this device's push subscription at each start, and ends it with the session. */
export function KeepPushOn({ person }: Props) {
  usePushState(person);
  useEffect(() => whenSigningOut(unsubscribeThisDevice), []);
  return null;
}
