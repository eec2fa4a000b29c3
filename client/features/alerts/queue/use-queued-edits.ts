import { useSyncExternalStore } from 'react';
import type { Alert } from '#contracts/alerts.ts';
import { fieldsOf, queuedEdits } from './queued-edits.ts';

/** The alert with its queued changes applied. */
export function useQueuedEdits(alert: Alert): { alert: Alert; waits: boolean } {
  const waiting = useSyncExternalStore(queuedEdits.subscribe, queuedEdits.list);
  const own = waiting.filter(({ edit }) => edit.id === alert.id);
  const shown = own.reduce((before, { edit }) => Object.assign(before, fieldsOf(edit)), { ...alert });
  return { alert: own.length === 0 ? alert : shown, waits: own.length > 0 };
}
