import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { PlanParts } from '#contracts/plan-fields.ts';
import { costOf } from '#contracts/rules/ladder.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import {
  entryReceipt,
  ESTIMATED_FEE,
  orderTotal,
  priceOnTick,
  quantityForTotal,
  type Receipt,
} from '#contracts/rules/order-total.ts';
import { quantityForRisk } from '#contracts/rules/risk-size.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { TargetContext } from '#contracts/rules/target-bounds.ts';
import { trailingEntryPrice } from '#contracts/rules/trailing-entry.ts';
import type { Side } from '#contracts/symbol.ts';
import { readPositive } from '../../../lib/read-positive.ts';
import type { PlanDraft } from '../rows/plan/plan-draft.ts';
import { type DraftLadder, type FilledLadder, ladderBase, ladderLimits, readLadder } from './order-ladder.ts';
import { type Target, type TargetField, targetField } from '../typed-price.ts';

/** Several take profits, or a stop that moves, instead of one of each. */
export interface DraftPlan {
  typed: PlanDraft;
  /** What it asks for; null where it cannot be read, left out until it was tried. */
  parts?: PlanParts | null;
}

export interface Draft {
  /** Null follows the market price. */
  price: string | null;
  /**
   * What the amount is: the quantity or the total typed last, or the most that the stop may lose, as a percentage of the
   * key ('risk') or in counter currency ('loss').
   */
  by: 'quantity' | 'total' | 'risk' | 'loss';
  amount: string;
  /** A price, or a percentage of the entry with its sign: '5%'. */
  takeProfit: string;
  stopLoss: string;
  /** Instead of both; null without one. */
  plan: DraftPlan | null;
  /** Hours after which what has not filled is canceled; null for never. */
  expires: string | null;
  /** The price is what the order waits for: then it is a limit a little beyond it. */
  waits: boolean;
  /** Percent by which the market turns from there before it trades; '' for none: it trades at the price. */
  turns: string;
  /** Several limits from the price on; null for one. */
  ladder: DraftLadder | null;
}

export const EMPTY: Draft = {
  price: null,
  by: 'quantity',
  amount: '',
  takeProfit: '',
  stopLoss: '',
  plan: null,
  expires: null,
  waits: false,
  turns: '',
  ladder: null,
};

export interface Market {
  side: Side;
  pair: Pair;
  marketPrice: Big | null;
  /** Rate taken off what a trade brings in, as far as known. */
  fee?: Big;
  /** Worth of the key in counter currency; null while unknown. */
  keyWorth?: Big | null;
}

/** Displayed values. */
export interface Filled {
  price: string;
  quantity: string;
  total: string;
  /** What targets are measured from: the price, or of a ladder the average; null while it is not known. */
  entry: Big | null;
  /** What the order waits for; null where it waits for nothing. */
  trigger: Big | null;
  /** Percent by which it trails from there; null where it does not. */
  turns: Big | null;
  /** The limits that it is placed as; null for one order, and while they cannot be. */
  ladder: FilledLadder | null;
  /** Null while price or quantity is missing; of a ladder the price is the average. */
  receipt: Receipt | null;
  /** Why there is no amount although a risk is given; null otherwise. */
  unsized: string | null;
  targets: Record<Target, TargetField>;
}

export const positiveText = (amount: Big | null): string => (amount && amount.gt(0) ? amount.toFixed() : '');

const FULL = 100;

/** Whether the amount follows from what the stop may lose. */
export const isByRisk = ({ by }: Draft): boolean => by === 'risk' || by === 'loss';

/** The most that may be lost, counter currency; null while none is typed, and of a percentage while the key's worth is not known. */
export function riskOf({ by, amount }: Draft, keyWorth: Big | null): Big | null {
  if (by === 'loss') return readNumber(amount);
  const percent = by === 'risk' ? readNumber(amount) : null;
  return percent && keyWorth && keyWorth.times(percent).div(FULL);
}

const ENTER_RISK = 'Enter what you may lose at most.';
const worthUnknown = (currency: string): string =>
  `The worth of your key in ${currency} is not known now. Enter the most that you may lose as an amount of ${currency}.`;

interface Sized {
  quantity: string;
  total: string;
  base: Big | null;
  unsized: string | null;
}

const UNSIZED = { quantity: '', total: '', base: null };

/** The amount whose stop loses at most the risk. Where another asset pays the fees, the usual rate stands in for them. */
function byRisk(
  draft: Draft,
  { side, pair, fee, keyWorth = null }: Market,
  at: { price: Big; stop: TargetField; ladder: FilledLadder | null },
): Sized {
  const risk = riskOf(draft, keyWorth);
  if (!risk?.gt(0)) return { ...UNSIZED, unsized: keyWorth ? ENTER_RISK : worthUnknown(pair.counterCurrency) };
  const stopLoss = at.stop.error === null ? at.stop.price : null;
  if (!stopLoss) return { ...UNSIZED, unsized: 'Set a stop loss: the amount follows from it.' };
  const price = at.ladder ? at.price : priceOnTick(side, at.price, pair.counterStepSize);
  const terms = { fee: fee?.gt(0) ? fee : ESTIMATED_FEE, step: pair.baseQuantityStep };
  const base = quantityForRisk({ side, price, stopLoss }, risk, terms);
  if (!base?.gt(0)) return { ...UNSIZED, unsized: 'Even the smallest quantity would lose more than that.' };
  const total = totalOf(base, { price, ladder: at.ladder, pair });
  return { quantity: positiveText(base), total: positiveText(total), base, unsized: null };
}

interface Priced {
  price: Big;
  ladder: FilledLadder | null;
  pair: Pair;
}

const totalOf = (base: Big, { price, ladder, pair }: Priced): Big =>
  ladder
    ? costOf(ladderLimits(ladder, base, pair.baseQuantityStep)).round(pair.counterAmountDecimals, 0)
    : orderTotal(price, base, pair.counterAmountDecimals);
const baseFor = (total: Big, { price, ladder, pair }: Priced): Big =>
  ladder ? ladderBase(ladder, total, pair.baseQuantityStep) : quantityForTotal(total, price, pair.baseQuantityStep);

/** Without a price, the total is computed at the market price; placing still needs one. */
function amounts(draft: Draft, of: Priced | null): Sized {
  const typed = readNumber(draft.amount);
  if (draft.by === 'quantity')
    return {
      quantity: draft.amount,
      total: positiveText(typed && of && totalOf(typed, of)),
      base: typed,
      unsized: null,
    };
  const base = typed && of && baseFor(typed, of);
  return { quantity: positiveText(base), total: draft.amount, base, unsized: null };
}

/** Of a plan the stop alone: its take profits are the server's to judge. Of a ladder they lie beyond its ends. */
function targetsOf(
  { plan, ...draft }: Draft,
  context: TargetContext | null,
  ladder: FilledLadder | null,
): Filled['targets'] {
  const prices = ladder?.shares.prices;
  const from = (end: Big | undefined) =>
    context && (end ? { ...context, market: end, entry: context.market } : context);
  return {
    takeProfit: targetField('takeProfit', plan ? '' : draft.takeProfit, from(prices?.[0])),
    stopLoss: targetField('stopLoss', plan?.typed.stop ?? draft.stopLoss, from(prices?.at(-1))),
  };
}

function receiptOf(
  side: Side,
  pair: Pair,
  { price, base, ladder }: { price: Big | null; base: Big | null; ladder: FilledLadder | null },
): Receipt | null {
  if (!price?.gt(0) || !base?.gt(0)) return null;
  const limits = ladder && ladderLimits(ladder, floorTo(pair.baseQuantityStep, base), pair.baseQuantityStep);
  return entryReceipt({ side, price, quantity: base, ...(limits ? { limits } : {}) }, pair);
}

const REACH = new Big('0.005');

/** EX-9: half a percent beyond what the order waits for, so that it trades at once and not far away. */
function limitBeyond(side: Side, trigger: Big, tick: Big): Big {
  const reach = trigger.times(REACH);
  return side === 'buy' ? floorTo(tick, trigger.plus(reach)) : ceilTo(tick, trigger.minus(reach));
}

/** What is waited for, and the price of the order itself. */
function waitingAt({ waits, turns }: Draft, { side, pair }: Market, typed: Big | null) {
  if (!waits || !typed?.gt(0)) return { trigger: null, turns: null, named: typed };
  const tick = pair.counterStepSize;
  const percent = readPositive(turns);
  if (!percent) return { trigger: typed, turns: null, named: limitBeyond(side, typed, tick) };
  const of = { start: priceOnTick(side, typed, tick), distance: percent.div(FULL), tick };
  return { trigger: of.start, turns: percent, named: trailingEntryPrice(side, of) };
}

interface Counted {
  /** What one base unit is counted at; null while nothing is known. */
  counted: Big | null;
  ladder: FilledLadder | null;
  stop: TargetField;
}

function sizeOf(draft: Draft, market: Market, { counted: price, ladder, stop }: Counted): Sized {
  if (isByRisk(draft) && price) return byRisk(draft, market, { price, stop, ladder });
  return amounts(draft, price && { price, ladder, pair: market.pair });
}

/** Where an order is placed, or begins to wait or to trail, and what a base unit of it costs. */
function placeOf(draft: Draft, market: Market, typed: Big | null) {
  const { trigger, turns, named } = waitingAt(draft, market, typed);
  const read = readLadder(draft.ladder, market, typed);
  const [ladder, fault] = typeof read === 'string' ? [null, read] : [read, null];
  return { trigger, turns, ladder, fault, named: ladder?.average ?? named };
}

export function fill(draft: Draft, market: Market): Filled {
  const { side, pair, marketPrice } = market;
  const price = draft.price ?? marketPrice?.toFixed(pair.counterRound) ?? '';
  const { fault, named, ...place } = placeOf(draft, market, readNumber(price));
  const { ladder } = place;
  const counted = named?.gt(0) ? named : marketPrice;
  const targets = targetsOf(draft, counted && { side, market: counted, tick: pair.counterStepSize }, ladder);
  const { base, ...shown } = sizeOf(draft, market, { counted, ladder, stop: targets.stopLoss });
  const receipt = fault === null ? receiptOf(side, pair, { price: named, base, ladder }) : null;
  return { price, entry: counted, ...place, ...shown, unsized: fault ?? shown.unsized, receipt, targets };
}
