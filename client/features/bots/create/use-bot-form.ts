import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FieldNote, PreviewBot } from '#contracts/bot-preview.ts';
import type { RoundsType } from '#contracts/bot-settings.ts';
import type { SharedBot } from '#contracts/bot-links.ts';
import type { BotDetail } from '#contracts/bots.ts';
import type { Pair } from '#contracts/markets.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { type AnyPreview, botFree, botPair, botPreview } from './create.queries.ts';
import type { MainKey } from '../main-key.ts';
import {
  type Draft,
  draftOfBot,
  draftOfSettings,
  draftWith,
  fieldOf,
  firstDraft,
  type Notes,
  readDraft,
  type ReadDraft,
} from './draft.ts';

const SETTLED_MS = 250;
const AT_LEAST_MS = 1000;

interface Of {
  type: RoundsType;
  apiKey: Pick<MainKey, 'uid' | 'market' | 'isActive'>;
  symbolName: string;
  /** The bot whose settings are changed; null for a new one. */
  saved: BotDetail | null;
  /** What a new one begins with, where it came by a link: amounts are not in it. */
  shared?: SharedBot | null;
  /** C-20: it runs, and goes on with other lines. */
  runs?: boolean;
}

/** The first sentence of each field. */
export function notesOf(found: readonly FieldNote[]): Notes {
  const notes: Record<string, Notes[string]> = {};
  for (const { field, text, nearest } of found)
    notes[fieldOf(field)] ??= { text, nearest: nearest && { ...nearest, field: fieldOf(nearest.field) } };
  return notes;
}

/** What the fields begin with; null until the pair is known. */
function useFirstDraft({ type, apiKey: { market, isActive }, symbolName, saved, shared: opened = null }: Of) {
  const info = useQuery(botPair(market, symbolName));
  // Prices of another pair say nothing about this one.
  const shared = opened?.symbolName === symbolName ? opened : null;
  const asksFree = isActive && saved === null && shared === null;
  const free = useQuery({ ...botFree(market, symbolName), enabled: asksFree });
  const isReady = info.data !== undefined && !(asksFree && free.isPending);
  const first = useMemo(() => {
    if (!info.data || !isReady) return null;
    if (saved) return draftOfBot(saved);
    const { quantity, counterQuantity } = free.data ?? {};
    const known = quantity && counterQuantity ? { base: quantity, counter: counterQuantity } : null;
    const usual = firstDraft({ type, pair: info.data.symbol }, { price: info.data.symbolPrice, free: known });
    return shared ? { ...usual, ...draftOfSettings(shared) } : usual;
  }, [type, info.data, free.data, isReady, saved, shared]);
  return { first, pair: info.data?.symbol ?? null, error: info.error, retry: () => void info.refetch() };
}

/** The answer to what is typed now; null while it is asked for. */
export function usePreview(request: PreviewBot | null, changes: string | null = null) {
  const { debounced, pending } = useDebounced(request, { wait: SETTLED_MS, maxWait: AT_LEAST_MS });
  const query = useQuery(botPreview(debounced, changes));
  const isFresh = !pending && !query.isPlaceholderData && debounced !== null;
  return {
    last: query.data ?? null,
    now: isFresh ? (query.data ?? null) : null,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

export interface BotForm {
  draft: Draft;
  pair: Pair;
  read: ReadDraft;
  /** The newest plan, which may be of the fields as they were a moment ago. */
  preview: AnyPreview | null;
  /** The plan is of what is typed now. */
  isFresh: boolean;
  faults: Notes;
  warnings: Notes;
  previewError: Error | null;
  retryPreview: () => void;
  changed: boolean;
  set: (change: Draft) => void;
  reset: () => void;
}

type Loading = { form: null; error: Error | null; retry: () => void };

/** What was changed since the form was opened; prices of another pair say nothing about this one. */
function useChanges(subject: string) {
  const [typed, setTyped] = useState<{ subject: string; changes: Draft }>({ subject, changes: {} });
  const changes = typed.subject === subject ? typed.changes : {};
  return {
    changes,
    set: (change: Draft) =>
      setTyped((before) => ({ subject, changes: { ...(before.subject === subject && before.changes), ...change } })),
    reset: () => setTyped({ subject, changes: {} }),
  };
}

function saidOf(read: ReadDraft, preview: ReturnType<typeof usePreview>) {
  const isReadable = 'request' in read;
  const last = isReadable ? preview.last : null;
  return {
    preview: last,
    isFresh: isReadable && preview.now !== null,
    faults: isReadable ? notesOf(last?.refusals ?? []) : read.faults,
    warnings: notesOf(last?.warnings ?? []),
    previewError: preview.error,
    retryPreview: preview.retry,
  };
}

/** The fields of a bot, and what the server says of them. */
export function useBotForm(of: Of): { form: BotForm } | Loading {
  const { type, apiKey, symbolName } = of;
  const { first, pair, error, retry } = useFirstDraft(of);
  const { changes, set, reset } = useChanges(`${apiKey.uid} ${symbolName}`);
  const draft = first && draftWith(first, changes);
  const read = draft && pair ? readDraft({ type, market: apiKey.market, mainUid: apiKey.uid, pair }, draft) : null;
  const running = of.runs && of.saved ? of.saved.botId : null;
  const preview = usePreview(read && 'request' in read ? read.request : null, running);
  if (!draft || !pair || !read) return { form: null, error, retry };
  const changed = Object.keys(changes).length > 0;
  return { form: { draft, pair, read, ...saidOf(read, preview), changed, set, reset } };
}
