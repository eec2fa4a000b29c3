import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BasketPlanned } from '#contracts/bot-preview.ts';
import type { SharedBot } from '#contracts/bot-links.ts';
import type { BotDetail } from '#contracts/bots.ts';
import type { Pair } from '#contracts/markets.ts';
import { botFree, botPairs } from '../create/create.queries.ts';
import type { AnyRead, Notes } from '../create/draft.ts';
import { notesOf, usePreview } from '../create/use-bot-form.ts';
import type { MainKey } from '../main-key.ts';
import {
  type BasketDraft,
  draftOfBasket,
  draftOfShared,
  firstBasket,
  readBasket,
  usualCounter,
} from './basket-draft.ts';

export interface BasketForm {
  draft: BasketDraft;
  pairs: readonly Pair[];
  read: AnyRead;
  /** The newest plan, which may be of the fields as they were a moment ago. */
  planned: BasketPlanned | null;
  /** The plan is of what is typed now, and nothing refuses it. */
  canStart: boolean;
  isFresh: boolean;
  faults: Notes;
  warnings: Notes;
  previewError: Error | null;
  retryPreview: () => void;
  changed: boolean;
  set: (change: Partial<BasketDraft>) => void;
  reset: () => void;
}

type Loading = { form: null; error: Error | null; retry: () => void };

interface Begins {
  /** The draft that is changed; null for a new basket. */
  saved: BotDetail | null;
  /** What came by a link. */
  shared: SharedBot | null;
}

/** What the fields begin with; null until the pairs are known. */
function useFirst({ market, isActive }: MainKey, { saved, shared }: Begins) {
  const list = useQuery(botPairs(market));
  const pairs = list.data;
  const counter = usualCounter(pairs ?? []);
  const named = pairs?.find(({ counterCurrency }) => counterCurrency === counter)?.name ?? '';
  const asksFree = isActive && (saved ?? shared) === null && named !== '';
  const free = useQuery({ ...botFree(market, named), enabled: asksFree });
  const isReady = pairs !== undefined && !(asksFree && free.isPending);
  const first = useMemo(() => {
    if (!pairs || !isReady) return null;
    if (saved) return draftOfBasket(saved);
    return shared ? draftOfShared(shared) : firstBasket(pairs, free.data?.counterQuantity ?? null);
  }, [pairs, isReady, saved, shared, free.data]);
  return { first, pairs: pairs ?? [], error: list.error, retry: () => void list.refetch() };
}

type Preview = ReturnType<typeof usePreview>;

/** What the server says of the fields. */
function saidOf(read: AnyRead, preview: Preview) {
  const isReadable = 'request' in read;
  const last = isReadable ? preview.last : null;
  const faults = isReadable ? notesOf(last?.refusals ?? []) : read.faults;
  const isFresh = isReadable && preview.now !== null;
  const planned = last?.basket ?? null;
  return {
    planned,
    isFresh,
    canStart: isFresh && planned !== null && Object.keys(faults).length === 0,
    faults,
    warnings: notesOf(last?.warnings ?? []),
    previewError: preview.error,
    retryPreview: preview.retry,
  };
}

/** The fields of a basket, and what the server says of them. */
export function useBasketForm(apiKey: MainKey, begins: Begins): { form: BasketForm } | Loading {
  const { first, pairs, error, retry } = useFirst(apiKey, begins);
  const [changes, setChanges] = useState<Partial<BasketDraft>>({});
  const draft = first && { ...first, ...changes };
  const read = draft && readBasket(apiKey, draft);
  const preview = usePreview(read && 'request' in read ? read.request : null);
  if (!draft || !read) return { form: null, error, retry };
  const changed = Object.keys(changes).length > 0;
  const set = (change: Partial<BasketDraft>) => setChanges((before) => ({ ...before, ...change }));
  return { form: { draft, pairs, read, ...saidOf(read, preview), changed, set, reset: () => setChanges({}) } };
}
