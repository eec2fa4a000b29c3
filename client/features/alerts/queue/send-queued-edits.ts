import type { QueryClient } from '@tanstack/react-query';
import { updateAlert } from '#contracts/alerts.ts';
import { call, CallError, isUnreached } from '../../../lib/call.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { alertsKey } from '../unseen.queries.ts';
import { lostChangeText } from './lost-change-text.ts';
import { sentNow, type QueuedEdit, queuedEdits } from './queued-edits.ts';

const LATER = new Set([401, 429, 502, 503, 504]);

/** The change may not have arrived, or was not refused for its own sake. */
const worthWaiting = (error: unknown): boolean =>
  isUnreached(error) || (error instanceof CallError && LATER.has(error.status));

/** True once the change was saved or refused. */
async function send(waiting: QueuedEdit): Promise<boolean> {
  const refused = (sentence: string) =>
    toast.error(`Your change of the alert for ${pairLabel(waiting.symbol)} was refused: ${sentence}`);
  try {
    const { error, alert, lost } = await call(updateAlert, { json: sentNow(waiting.edit) });
    const kept = alert && lostChangeText(alert, lost);
    if (error !== null) refused(error);
    else if (kept) toast.warning(kept);
    else toast.success(`Your change of the alert for ${pairLabel(waiting.symbol)} is saved`);
  } catch (error) {
    if (worthWaiting(error)) return false;
    refused(sentenceOf(error));
  }
  queuedEdits.drop(waiting);
  return true;
}

async function sendInOrder(client: QueryClient): Promise<void> {
  const [first] = queuedEdits.list();
  if (!first || !(await send(first))) return;
  await client.invalidateQueries({ queryKey: alertsKey });
  await sendInOrder(client);
}

/** One tab at a time; without Web Locks a change may be sent twice, and its id makes it idempotent. */
export async function sendQueuedEdits(client: QueryClient): Promise<void> {
  if (queuedEdits.list().length === 0) return;
  if (!('locks' in navigator)) return sendInOrder(client);
  await navigator.locks.request('waiting-edits', { ifAvailable: true }, (lock) => lock && sendInOrder(client));
}
