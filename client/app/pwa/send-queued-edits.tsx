import { useSendQueuedEdits } from '../../features/alerts/queue/use-queued-edits.ts';

/** Sends changes that were made offline. */
export function SendQueuedEdits() {
  useSendQueuedEdits();
  return null;
}
