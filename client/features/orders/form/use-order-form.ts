import { type FormEvent, useEffect, useState } from 'react';
import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { counterQuantityFor } from '#contracts/rules/order-total.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { holdReload } from '../../../lib/reload-hold.ts';
import { type Circumstances, type Draft, EMPTY, exampleDraft, fill, typePrice, whyNot } from './order-draft.ts';
import { usePlaceOrder } from './use-place-order.ts';

export interface OrderFormProps {
  side: Side;
  market: Market;
  pair: Pair;
  counterEarning: boolean;
  marketPrice: Big | null;
  circumstances: Circumstances;
  /** A person's first order: the form comes filled in with a legal example. */
  first: boolean;
  /** A price chosen elsewhere, taken once per key. */
  asked: { price: string; key: string } | null;
}

const EXAMPLE_NOTE = 'An example to start with. Change what you like.';

/** What is typed; untouched, the example where one is wanted. An asked price is taken once. */
function useDraft(example: Draft | null, asked: OrderFormProps['asked'], pair: Pair) {
  const [typed, setTyped] = useState<Draft | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  const draft = typed ?? example ?? EMPTY;
  if (asked && asked.key !== taken) {
    setTaken(asked.key);
    setTyped(typePrice(draft, asked.price, pair));
  }
  return { draft, untouched: typed === null, setTyped };
}

/** What is typed, what it comes to, why it cannot be sent, and sending it. */
export function useOrderForm({ side, market, pair, counterEarning, ...props }: OrderFormProps) {
  const { marketPrice, circumstances, first, asked } = props;
  const place = { side, pair, marketPrice };
  const example = first ? exampleDraft({ ...place, free: circumstances.free }) : null;
  const { draft, untouched, setTyped } = useDraft(example, asked, pair);
  const filled = fill(draft, place);
  const reason = whyNot(filled, place, circumstances);
  const placing = usePlaceOrder(() => setTyped(EMPTY));
  const refusal = placing.data?.error ?? null;

  const held = placing.isPending || (!untouched && draft.amount !== '');
  useEffect(() => (held ? holdReload('order form') : undefined), [held]);

  const change = (next: Draft) => {
    if (placing.isPending) return;
    if (!placing.isIdle) placing.reset();
    setTyped(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { receipt } = filled;
    if (reason !== null || !receipt || placing.isPending) return;
    const { price, quantity } = receipt;
    // From here on the price stands still: sent again, it is the same order.
    setTyped({ ...draft, price: price.toFixed(pair.counterRound) });
    const counterQuantity = counterQuantityFor(price, quantity);
    placing.mutate({ section: side, market, symbolName: pair.name, price, counterQuantity, counterEarning });
  };
  const note = refusal ?? reason ?? (untouched && first ? EXAMPLE_NOTE : '');
  return {
    draft,
    filled,
    note,
    refused: refusal !== null,
    ready: reason === null,
    sending: placing.isPending,
    change,
    submit,
  };
}
