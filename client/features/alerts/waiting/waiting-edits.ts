import { type Alert, UpdateAlert } from '#contracts/alerts.ts';
import * as z from 'zod/mini';
import { newUuid } from '../../../lib/new-uuid.ts';
import { WAITING } from '../../../lib/offline/owner.ts';

const WaitingEdits = z.array(z.object({ key: z.string(), symbol: z.string(), edit: UpdateAlert }));
export type WaitingEdit = z.output<typeof WaitingEdits>[number];

const NONE: readonly WaitingEdit[] = [];
const listeners = new Set<() => void>();
let read: { text: string | null; edits: readonly WaitingEdit[] } = { text: null, edits: NONE };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Oldest first. In localStorage, so that every tab knows the same ones and none is sent by two. */
function list(): readonly WaitingEdit[] {
  const text = localStorage.getItem(WAITING);
  if (text === read.text) return read.edits;
  const found = text === null ? null : z.safeParse(WaitingEdits, parsed(text));
  read = { text, edits: found?.success ? found.data : NONE };
  return read.edits;
}

function write(edits: WaitingEdit[]): void {
  if (edits.length === 0) localStorage.removeItem(WAITING);
  else localStorage.setItem(WAITING, JSON.stringify(z.encode(WaitingEdits, edits)));
  for (const listener of listeners) listener();
}

/** Changes of alerts that were made without a connection. Each sets fields to values: sent twice, it does no more. */
export const waitingEdits = {
  list,
  of: (id: string): WaitingEdit | undefined => list().find(({ edit }) => edit.id === id),
  /** A later change of the same alert goes with the earlier one. */
  add({ id, symbol }: Pick<Alert, 'id' | 'symbol'>, change: Omit<UpdateAlert, 'id'>): void {
    const before = waitingEdits.of(id);
    const both = { key: newUuid(), symbol, edit: { ...before?.edit, ...change, id } };
    write(before ? list().map((one) => (one === before ? both : one)) : [...list(), both]);
  },
  /** Not one that was changed again meanwhile. */
  drop: (edit: WaitingEdit): void => write(list().filter(({ key }) => key !== edit.key)),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
};
