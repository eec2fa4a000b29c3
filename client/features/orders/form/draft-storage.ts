import * as z from 'zod/mini';
import { HOUR_MS } from '../../../lib/durations.ts';
import { SESSION_PREFIX } from '../../../lib/sign-out-tasks.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { STOP_MOVES, type StopMove } from '../rows/plan/stop-moves.ts';
import { type Draft, EMPTY } from './order-draft.ts';

/** Older drafts are discarded, because the market has moved. */
const MAX_AGE_MS = HOUR_MS;

/** As typed: what it asks for is read anew. */
const KeptPlan = z.object({
  typed: z.object({
    rows: z.array(z.object({ price: z.string(), share: z.string() })),
    stop: z.string(),
    moves: z.enum(Object.keys(STOP_MOVES) as StopMove[]),
    distance: z.string(),
    close: z.string(),
    interval: z.enum(Object.keys(CLOSING_INTERVALS) as ClosingInterval[]),
    hours: z.string(),
    onlyInProfit: z.boolean(),
  }),
});

const Kept = z.object({
  at: z.number(),
  draft: z.object({
    price: z.nullable(z.string()),
    by: z.enum(['quantity', 'total', 'risk', 'loss']),
    amount: z.string(),
    takeProfit: z.string(),
    stopLoss: z.string(),
    plan: z.nullable(KeptPlan),
    expires: z.nullable(z.string()),
    waits: z.boolean(),
    turns: z.string(),
    ladder: z.nullable(z.object({ end: z.string(), limits: z.string(), weight: z.string() })),
  }),
});

const nameOf = (form: string): string => `${SESSION_PREFIX}draft:${form}`;

export const isEmpty = (draft: Draft): boolean =>
  (Object.keys(EMPTY) as (keyof Draft)[]).every((field) => field === 'by' || draft[field] === EMPTY[field]);

/** The draft of this pair and side in this tab; null if none or too old. */
export function loadDraft(form: string, now = Date.now()): Draft | null {
  const text = sessionStorage.getItem(nameOf(form));
  if (text === null) return null;
  try {
    const { at, draft } = z.parse(Kept, JSON.parse(text));
    return now - at < MAX_AGE_MS ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft while other pages are visited. */
export function saveDraft(form: string, draft: Draft | null, now = Date.now()): void {
  if (draft === null || isEmpty(draft)) sessionStorage.removeItem(nameOf(form));
  else sessionStorage.setItem(nameOf(form), JSON.stringify({ at: now, draft }));
}
