import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Alert } from '#contracts/alerts.ts';
import { sendWaiting } from './send-waiting.ts';
import { type WaitingEdit, waitingEdits } from './waiting-edits.ts';

const AGAIN_MS = 10_000;

/** Sends what waits: now, when the browser is online again, and every ten seconds, which the browser need not notice. */
export function useSendWaiting(): void {
  const client = useQueryClient();
  useEffect(() => {
    const send = () => void sendWaiting(client);
    send();
    const timer = setInterval(send, AGAIN_MS);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [client]);
}

/** The alert as the person left it, and the change that waits, if one does. */
export function useWaiting(alert: Alert): { alert: Alert; waiting: WaitingEdit | undefined } {
  const waiting = useSyncExternalStore(waitingEdits.subscribe, () => waitingEdits.of(alert.id));
  return { alert: waiting ? { ...alert, ...(waiting.edit as Partial<Alert>) } : alert, waiting };
}
