import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Alert } from '#contracts/alerts.ts';
import { sendQueuedEdits } from './send-queued-edits.ts';
import { fieldsOf, queuedEdits } from './queued-edits.ts';

const AGAIN_MS = 10_000;

/**
 * Sends queued changes now, on reconnecting, and every ten seconds, because browsers may not report a regained network.
 */
export function useSendQueuedEdits(): void {
  const client = useQueryClient();
  useEffect(() => {
    const send = () => void sendQueuedEdits(client);
    send();
    const timer = setInterval(send, AGAIN_MS);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [client]);
}

/** The alert with its queued changes applied. */
export function useQueuedEdits(alert: Alert): { alert: Alert; waits: boolean } {
  const waiting = useSyncExternalStore(queuedEdits.subscribe, queuedEdits.list);
  const own = waiting.filter(({ edit }) => edit.id === alert.id);
  const shown = own.reduce((before, { edit }) => Object.assign(before, fieldsOf(edit)), { ...alert });
  return { alert: own.length === 0 ? alert : shown, waits: own.length > 0 };
}
