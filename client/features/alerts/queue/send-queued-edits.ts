import type { QueryClient } from '@tanstack/react-query';
import { updateAlert } from '#contracts/alerts.ts';
import { AnswerError, call, CallError, isUnreached } from '../../../lib/call.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { alertsKey } from '../unseen.queries.ts';
import { lostChangeText } from './lost-change-text.ts';
import { sentNow, type QueuedEdit, queuedEdits } from './queued-edits.ts';

export interface Sending {
  client: QueryClient;
  /** Id of the user whose changes are sent. */
  person: string;
  /** Asks the server who is signed in. */
  readPerson: () => Promise<string | null>;
}

const LATER = new Set([401, 429]);
const SERVER_FAULT = 500;

/** The change may not have arrived, its answer cannot be read, or it was not refused for its own sake. */
const worthWaiting = (error: unknown): boolean =>
  isUnreached(error) ||
  error instanceof AnswerError ||
  (error instanceof CallError && (error.status >= SERVER_FAULT || LATER.has(error.status)));

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

const firstOf = (person: string): QueuedEdit | undefined =>
  queuedEdits.list().find((waiting) => waiting.person === person);

async function sendInOrder({ client, person, readPerson }: Sending): Promise<void> {
  // Another tab may have signed someone else in.
  if ((await readPerson().catch(() => null)) !== person) return;
  for (let first = firstOf(person); first && (await send(first)); first = firstOf(person))
    await client.invalidateQueries({ queryKey: alertsKey });
}

/** One tab at a time; without Web Locks a change may be sent twice, and its id makes it idempotent. */
export async function sendQueuedEdits(sending: Sending): Promise<void> {
  if (!firstOf(sending.person)) return;
  if (!('locks' in navigator)) return sendInOrder(sending);
  await navigator.locks.request('waiting-edits', { ifAvailable: true }, (lock) => lock && sendInOrder(sending));
}
