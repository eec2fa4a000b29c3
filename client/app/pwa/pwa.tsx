import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePushState } from '../../features/notifications/notifications.queries.ts';
import { unsubscribeThisDevice } from '../../features/notifications/this-device.ts';
import { whenSigningOut } from '../../lib/signing-out.ts';
import { onOpenRequest } from './start-pwa.ts';
import { UpdatePrompt } from './update-prompt.tsx';

interface Props {
  /** Who is signed in: the server's word, not the hint. */
  person: string | undefined;
}

/** The shell's part of being an app: update prompt, taps on notifications, this device's subscription. */
export function Pwa({ person }: Props) {
  const navigate = useNavigate();
  useEffect(() => onOpenRequest((path) => void navigate(path)), [navigate]);
  return (
    <>
      <UpdatePrompt />
      {person === undefined ? null : <Subscription person={person} />}
    </>
  );
}

function Subscription({ person }: { person: string }) {
  usePushState(person);
  useEffect(() => whenSigningOut(unsubscribeThisDevice), []);
  return null;
}
