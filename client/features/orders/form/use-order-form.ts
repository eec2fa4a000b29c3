import type { Big } from 'big.js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { counterQuantityFor, entryReceipt, ESTIMATED_FEE } from '#contracts/rules/order-total.ts';
import { wrongWay, type WrongWay } from '#contracts/rules/price-distance.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { holdReload } from '../../../lib/reload-hold.ts';
import { useMarketNow } from '../market-price.ts';
import { likelyPrice, priceNote } from './likely-price.ts';
import { exampleDraft, pickPrice, typeQuantity } from './draft-edits.ts';
import { type Draft, EMPTY, fill, type Filled, isByRisk, type Market as DraftMarket } from './order-draft.ts';
import { isEmpty, saveDraft, loadDraft } from './draft-storage.ts';
import { draftLines, showDraftLines } from './draft-lines.ts';
import { ladderOrder } from './order-ladder.ts';
import { planFault, planOf } from './order-plan.ts';
import { type Order, usePlaceOrder } from './use-place-order.ts';
import { usePreview } from './use-preview.ts';
import { type OrderContext, orderFault } from './order-fault.ts';

/** The key that orders are placed on. */
export interface FundedKey {
  name: string;
  /** In counter currency; null where it is not known in that. */
  worth: Big | null;
}

export interface OrderFormProps {
  side: Side;
  market: Market;
  pair: Pair;
  counterEarning: boolean;
  /** Uid of the key that the order is placed on; undefined while unknown. */
  mainUid: string | undefined;
  tradingKey: FundedKey;
  context: Omit<OrderContext, 'stale'>;
  /** Prefills a valid example for a first order. */
  first: boolean;
  /** Price requested by the chart or an address, applied once per key. */
  requestedPrice: { price: string; quantity: string | null; key: string } | null;
  onPlaced: () => void;
  /** The refusal may be due to something this page does not know yet. */
  onRefused: () => void;
}

const EXAMPLE_NOTE = 'An example to start with. Change what you like.';

/** The typed draft, kept while other pages are visited; until edited, the example if wanted. */
function useDraft(example: Draft | null, { requestedPrice, pair, market, side }: OrderFormProps) {
  const form = `${market} ${pair.name} ${side}`;
  const [typed, setTyped] = useState<Draft | null>(() => loadDraft(form));
  useEffect(() => saveDraft(form, typed), [form, typed]);
  const [appliedKey, setAppliedKey] = useState<string | null>(null);
  const draft = typed ?? example ?? EMPTY;
  if (requestedPrice && requestedPrice.key !== appliedKey) {
    setAppliedKey(requestedPrice.key);
    const priced = pickPrice(draft, requestedPrice.price, pair);
    const { quantity } = requestedPrice;
    setTyped(quantity === null ? priced : typeQuantity(priced, quantity, pair));
  }
  return { draft, untouched: typed === null, setTyped };
}

/** The order to send; null while the form is incomplete. */
function orderOf(
  draft: Draft,
  { receipt, targets, trigger, turns, ladder }: Filled,
  of: Omit<OrderFormProps, 'requestedPrice'>,
): Order | null {
  const plan = planOf(draft);
  if (!plan || !receipt?.quantity.gt(0) || !receipt.price.gt(0)) return null;
  const { takeProfit, stopLoss } = targets;
  return {
    section: of.side,
    market: of.market,
    symbolName: of.pair.name,
    price: receipt.price,
    counterQuantity: counterQuantityFor(receipt.price, receipt.quantity),
    counterEarning: of.counterEarning,
    mainUid: of.mainUid,
    ...(draft.plan ? {} : { takeProfitPrice: takeProfit.price, stopLossPrice: stopLoss.price }),
    ...plan,
    ...(trigger ? { trigger } : {}),
    ...(turns ? { trailing: { percent: turns } } : {}),
    ...(ladder ? ladderOrder(ladder, receipt.quantity) : {}),
  };
}

/** Preview by the server; until it arrives, computed here with the usual fee. */
function useOrderPreview(
  { receipt, trigger, ladder }: Filled,
  order: Order | null,
  props: OrderFormProps & { marketPrice: Big | null },
) {
  const { side, pair, context } = props;
  const canPreview = context.hasKey && context.connected;
  const { preview, outdated } = usePreview(canPreview ? order : null);
  const fee = preview.fee ?? ESTIMATED_FEE;
  // What waits for a price fills there, wherever the market is now; so does each limit of a ladder.
  const at = receipt && ((trigger ?? ladder) ? receipt.price : likelyPrice(receipt.price, props));
  const likely = at && entryReceipt({ ...receipt, price: at, side, fee }, pair);
  const meets = outdated ? null : (preview.receipts[0]?.meets ?? null);
  return { ...preview, outdated, meets, error: outdated ? null : preview.error, receipt: likely };
}

/** The fee that the last preview named; the usual one before. */
function useFee() {
  const [fee, setFee] = useState(ESTIMATED_FEE);
  const learn = (named: Big | null) => {
    if (named && !named.eq(fee)) setFee(named);
  };
  return { fee, learn };
}

/** Holds update reloads while typing or sending. */
function useHeldReload(held: boolean): void {
  useEffect(() => (held ? holdReload('order form') : undefined), [held]);
}

/** The price and an amount that follows from others are fixed, so that sending again repeats the same order. */
function fixed(draft: Draft, sent: Order, { quantity, pair }: Filled & { pair: Pair }): Draft {
  const price = (sent.trigger ?? sent.price).toFixed(pair.counterRound);
  return isByRisk(draft) ? { ...draft, price, by: 'quantity', amount: quantity } : { ...draft, price };
}

/** C-7: what it would end goes first. What waits for a price does not fill at once. */
const orderNote = (meets: string | null, of: { filled: Filled; order: Order | null; place: DraftMarket }): string =>
  meets ?? priceNote(of.filled.trigger ? null : of.order, of.place);

/** The chart shows what is typed, and types what is moved there. */
function useLines(of: { draft: Draft; filled: Filled; props: OrderFormProps; change: (draft: Draft) => void }): void {
  const { draft, filled, change, props } = of;
  const { market, pair, side } = props;
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    const form = `${market} ${pair.name}`;
    const typed = (by: (before: Draft) => Draft) => change(by(latest.current));
    const priceDecimals = pair.counterRound;
    showDraftLines(draftLines(draft, filled, { form, side, priceDecimals, tick: pair.counterStepSize, change: typed }));
  });
  useEffect(() => () => showDraftLines([]), []);
}

const isExample = (untouched: boolean, first: boolean): boolean => untouched && first;

const wayOf = ({ receipt, trigger }: Filled, { side, marketPrice }: DraftMarket): WrongWay | null =>
  marketPrice && receipt && !trigger ? wrongWay({ ...receipt, side }, marketPrice) : null;

/** Sends at once, or after one question where the price is far on the wrong side of the market. */
function useQuestion(send: (order: Order) => void) {
  const [asked, setAsked] = useState<{ order: Order; way: WrongWay } | null>(null);
  const close = () => setAsked(null);
  const confirm = () => {
    close();
    if (asked) send(asked.order);
  };
  const ask = (order: Order, way: WrongWay | null) => (way ? setAsked({ order, way }) : send(order));
  return { question: asked && { ...asked, confirm, close }, ask };
}

/** State of the order form: draft, preview, validation and sending. */
export function useOrderForm(props: OrderFormProps) {
  const { side, pair, first } = props;
  const { price: marketPrice, stale } = useMarketNow();
  const context = { ...props.context, stale };
  const { fee, learn } = useFee();
  const place = { side, pair, marketPrice, fee, keyWorth: props.tradingKey.worth };
  const example = first ? exampleDraft({ ...place, free: context.free }) : null;
  const { draft, untouched, setTyped } = useDraft(example, props);
  const filled = fill(draft, place);
  const order = orderOf(draft, filled, props);
  const reason = orderFault(filled, place, context) ?? planFault(draft);
  const preview = useOrderPreview(filled, order, { ...props, marketPrice });
  learn(preview.fee);
  const fault = reason ?? preview.error;
  const placing = usePlaceOrder({
    onPlaced: () => {
      setTyped(EMPTY);
      props.onPlaced();
    },
    onRefused: props.onRefused,
  });
  const refusal = placing.data?.error ?? null;
  const note = isExample(untouched, first) ? EXAMPLE_NOTE : orderNote(preview.meets, { filled, order, place });
  useHeldReload(placing.isPending || (!untouched && !isEmpty(draft)));

  const change = (next: Draft) => {
    if (placing.isPending) return;
    if (!placing.isIdle) placing.reset();
    setTyped(next);
  };
  useLines({ draft, filled, props, change });
  /** No example is filled in while the user is in the form. */
  const enter = () => {
    if (untouched && !example) setTyped(EMPTY);
  };
  const { question, ask } = useQuestion((sent) => {
    setTyped(fixed(draft, sent, { ...filled, pair }));
    placing.mutate(sent);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === null && order && !placing.isPending) ask(order, wayOf(filled, place));
  };
  return {
    draft,
    filled,
    preview,
    note: placing.waits ?? refusal ?? fault ?? note,
    refused: refusal !== null,
    ready: fault === null,
    sending: placing.isPending,
    marketPrice,
    question,
    change,
    enter,
    submit,
  };
}
