import { useEffect } from 'react';
import { type Sending, sendQueuedEdits } from './send-queued-edits.ts';
import { claimQueue } from './whose-edits.ts';

const AGAIN_MS = 10_000;

/**
 * Sends queued changes now, on reconnecting, and every ten seconds, because browsers may not report a regained network.
 */
export function useSendQueuedEdits({ client, person, readPerson }: Sending): void {
  useEffect(() => {
    const send = () => void sendQueuedEdits({ client, person, readPerson });
    claimQueue(person);
    send();
    const timer = setInterval(send, AGAIN_MS);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [client, person, readPerson]);
}
