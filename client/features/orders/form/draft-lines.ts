import type { Big } from 'big.js';
import { useSyncExternalStore } from 'react';
import type { Side } from '#contracts/symbol.ts';
import type { Draft, Filled } from './order-draft.ts';
import { typedPrice } from '../typed-price.ts';

/** A target that is typed into the order form, as the chart shows it. */
export interface DraftLine {
  /** The form's pair and side. */
  form: string;
  side: Side;
  target: 'takeProfit' | 'stopLoss';
  /** Of a plan, the number of its take profit, from 1; else null. */
  number: number | null;
  price: Big;
  /** The entry's price, from which it is measured. */
  entry: Big;
  move: (price: Big) => void;
}

let shown: readonly DraftLine[] = [];
const listeners = new Set<() => void>();

const keyOf = (lines: readonly DraftLine[]): string =>
  JSON.stringify(
    lines.map(({ form, side, target, number, price, entry }) => [form, side, target, number, price, entry]),
  );

/** The newest form's lines; no listener is called where none has changed. */
export function showDraftLines(lines: readonly DraftLine[]): void {
  if (keyOf(lines) === keyOf(shown)) return;
  shown = lines;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDraftLines = (): readonly DraftLine[] => useSyncExternalStore(subscribe, () => shown);

interface Form {
  form: string;
  side: Side;
  priceDecimals: number;
  tick: Big;
  /** Changes what is typed by then. */
  change: (by: (draft: Draft) => Draft) => void;
}

/** A line per target, whose handle types its price into the form. */
export function draftLines(draft: Draft, { receipt, targets, entry }: Filled, of: Form): DraftLine[] {
  if (!receipt) return [];
  const { form, side, tick, priceDecimals, change } = of;
  const line = (
    price: Big | null,
    more: Pick<DraftLine, 'target' | 'number'>,
    set: (draft: Draft, text: string) => Draft,
  ) =>
    price?.gt(0)
      ? [
          {
            form,
            side,
            price,
            entry: receipt.price,
            ...more,
            move: (to: Big) => change((before) => set(before, to.toFixed(priceDecimals))),
          },
        ]
      : [];
  const stop = line(targets.stopLoss.price, { target: 'stopLoss', number: null }, (before, text) =>
    before.plan ? { ...before, plan: { typed: { ...before.plan.typed, stop: text } } } : { ...before, stopLoss: text },
  );
  if (!draft.plan)
    return [
      ...line(targets.takeProfit.price, { target: 'takeProfit', number: null }, (before, takeProfit) => ({
        ...before,
        takeProfit,
      })),
      ...stop,
    ];
  const profits = draft.plan.typed.rows.flatMap(({ price }, at) =>
    line(
      typedPrice('takeProfit', price, { side, entry, tick }) ?? null,
      { target: 'takeProfit', number: at + 1 },
      (before, text) => withRow(before, at, text),
    ),
  );
  return [...profits, ...stop];
}

/** The same plan with another price of one take profit; its share stays. */
function withRow(draft: Draft, at: number, price: string): Draft {
  const row = draft.plan?.typed.rows[at];
  if (!draft.plan || !row) return draft;
  const { typed } = draft.plan;
  return { ...draft, plan: { typed: { ...typed, rows: typed.rows.with(at, { ...row, price }) } } };
}
