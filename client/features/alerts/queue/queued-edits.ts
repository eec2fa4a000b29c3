import { type Alert, type Made, UpdateAlert } from '#contracts/alerts.ts';
import { alertName } from '../alert-name.ts';
import * as z from 'zod/mini';
import { createListeners } from '../../../lib/listeners.ts';
import { newUuid } from '../../../lib/new-uuid.ts';

/** `person`: id of the user who made the change. */
const QueuedEdits = z.array(z.object({ key: z.string(), person: z.string(), symbol: z.string(), edit: UpdateAlert }));
export type QueuedEdit = z.output<typeof QueuedEdits>[number];

const QUEUED_EDITS = 'queued-edits';
const NONE: readonly QueuedEdit[] = [];
const listeners = createListeners();
let read: { text: string | null; edits: readonly QueuedEdit[] } = { text: null, edits: NONE };

const ownChanges = new Set<string>();

/** Id and time of a change, kept over all attempts to send it. */
export function madeNow(now = Date.now()): Made {
  return { id: newUuid(), at: now, sentAt: now };
}

/** Whether this page sent the change or has it queued. */
export const isOwnChange = (changeId: string): boolean =>
  ownChanges.has(changeId) || list().some(({ edit }) => edit.made?.id === changeId);

/** Adds the sending time, by which the server computes how long the change waited on the device's own clock. */
export function sentNow(edit: UpdateAlert, now = Date.now()): UpdateAlert {
  if (!edit.made) return edit;
  ownChanges.add(edit.made.id);
  return { ...edit, made: { ...edit.made, sentAt: Math.max(now, edit.made.at) } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Oldest first; in localStorage, so that all tabs share one queue. */
function list(): readonly QueuedEdit[] {
  const text = localStorage.getItem(QUEUED_EDITS);
  if (text === read.text) return read.edits;
  const found = text === null ? null : z.safeParse(QueuedEdits, parsed(text));
  read = { text, edits: found?.success ? found.data : NONE };
  return read.edits;
}

function write(edits: readonly QueuedEdit[]): void {
  if (edits.length === 0) localStorage.removeItem(QUEUED_EDITS);
  else localStorage.setItem(QUEUED_EDITS, JSON.stringify(z.encode(QueuedEdits, [...edits])));
  listeners.notify();
}

export function fieldsOf(edit: UpdateAlert): Omit<UpdateAlert, 'id' | 'made'> {
  const { id: _id, made: _made, ...fields } = edit;
  return fields;
}

/** The fields of a queued change that a later change has not set; null if none are left. */
function without(waiting: QueuedEdit, later: UpdateAlert): QueuedEdit | null {
  if (waiting.edit.id !== later.id) return waiting;
  const left = Object.entries(fieldsOf(waiting.edit)).filter(([name]) => !(name in fieldsOf(later)));
  if (left.length === 0) return null;
  const { id, made } = waiting.edit;
  return { ...waiting, edit: { id, made, ...Object.fromEntries(left) } };
}

const withoutAll = (later: UpdateAlert): QueuedEdit[] => list().flatMap((one) => without(one, later) ?? []);

/**
 * Queue of alert changes made offline. Each keeps its id and time, so that sending it twice is idempotent, and is sent
 * only as the person who made it.
 */
export const queuedEdits = {
  list,
  /** A later change of the same field replaces the earlier one. */
  add(alert: Pick<Alert, 'symbol' | 'condition'>, edit: UpdateAlert, person: string): void {
    const symbol = alert.symbol ?? alertName(alert);
    write([...withoutAll(edit), { key: edit.made?.id ?? newUuid(), person, symbol, edit }]);
  },
  drop: (edit: QueuedEdit): void => write(list().filter(({ key }) => key !== edit.key)),
  /** Discards the queued changes of an alert. */
  discard: (id: string): void => write(list().filter(({ edit }) => edit.id !== id)),
  /** A later change has been saved. */
  forget(edit: UpdateAlert): void {
    if (list().some((one) => one.edit.id === edit.id)) write(withoutAll(edit));
  },
  subscribe(listener: () => void): () => void {
    const unsubscribe = listeners.subscribe(listener);
    window.addEventListener('storage', listener);
    return () => {
      unsubscribe();
      window.removeEventListener('storage', listener);
    };
  },
};
