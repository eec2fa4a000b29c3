import { useEffect } from 'react';
import { usePushState } from '../../features/notifications/notifications.queries.ts';
import { unsubscribeThisDevice } from '../../features/notifications/this-device.ts';
import { whenSigningOut } from '../../lib/signing-out.ts';

interface Props {
  /** Who is signed in by the server's word, as the offer and the account's card name them. */
  person: string;
}

/** Renews this device's subscription at each start, and ends it with the session. */
export function KeepPushOn({ person }: Props) {
  usePushState(person);
  useEffect(() => whenSigningOut(unsubscribeThisDevice), []);
  return null;
}
