import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { entryReceipt, orderTotal, quantityForTotal, type Receipt } from '#contracts/rules/order-total.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Side } from '#contracts/symbol.ts';
import { type Target, type TargetField, targetField } from './targets.ts';

export interface Draft {
  /** Null follows the market price. */
  price: string | null;
  /** The amount typed last; the other one is derived from it. */
  by: 'quantity' | 'total';
  amount: string;
  takeProfit: string;
  stopLoss: string;
}

export const EMPTY: Draft = { price: null, by: 'quantity', amount: '', takeProfit: '', stopLoss: '' };

export interface Market {
  side: Side;
  pair: Pair;
  marketPrice: Big | null;
}

/** Displayed values. */
export interface Filled {
  price: string;
  quantity: string;
  total: string;
  /** Null while price or quantity is missing. */
  receipt: Receipt | null;
  targets: Record<Target, TargetField>;
}

const text = (amount: Big | null): string => (amount && amount.gt(0) ? amount.toFixed() : '');

/** Without a price, the total is computed at the market price; placing still needs one. */
function amounts(draft: Draft, pair: Pair, price: Big | null) {
  const typed = readNumber(draft.amount);
  if (draft.by === 'quantity') {
    const total = typed && price ? orderTotal(price, typed, pair.counterAmountDecimals) : null;
    return { quantity: draft.amount, total: text(total), base: typed };
  }
  const base = typed && price ? quantityForTotal(typed, price, pair.baseQuantityStep) : null;
  return { quantity: text(base), total: draft.amount, base };
}

export function fill(draft: Draft, { side, pair, marketPrice }: Market): Filled {
  const price = draft.price ?? marketPrice?.toFixed(pair.counterRound) ?? '';
  const named = readNumber(price);
  const counted = named?.gt(0) ? named : marketPrice;
  const { base, ...shown } = amounts(draft, pair, counted);
  const receipt = named?.gt(0) && base?.gt(0) ? entryReceipt({ side, price: named, quantity: base }, pair) : null;
  const context = counted && { side, market: counted, tick: pair.counterStepSize };
  const targets = {
    takeProfit: targetField('takeProfit', draft.takeProfit, context),
    stopLoss: targetField('stopLoss', draft.stopLoss, context),
  };
  return { price, ...shown, receipt, targets };
}

export const typePrice = (draft: Draft, typed: string, pair: Pair): Draft => ({
  ...draft,
  price: cleanNumber(typed, pair.counterRound),
});
/** A price picked on the chart or named by an address, with all decimals of the pair. */
export const pickPrice = (draft: Draft, price: string, { counterRound }: Pair): Draft => ({
  ...draft,
  price: new Big(price).toFixed(counterRound, Big.roundDown),
});

export const typeQuantity = (draft: Draft, typed: string, pair: Pair): Draft => ({
  ...draft,
  by: 'quantity',
  amount: cleanNumber(typed, pair.baseRound),
});
export const typeTotal = (draft: Draft, typed: string, pair: Pair): Draft => ({
  ...draft,
  by: 'total',
  amount: cleanNumber(typed, pair.counterAmountDecimals),
});

export const typeTarget = (draft: Draft, target: Target, { typed, pair }: { typed: string; pair: Pair }): Draft => ({
  ...draft,
  [target]: cleanNumber(typed, pair.counterRound),
});

/** A share of the free balance: a buy spends counter currency, a sell base currency. */
export function takeShare(
  draft: Draft,
  share: Big,
  { side, pair, free }: { side: Side; pair: Pair; free: Big },
): Draft {
  const amount = free.times(share);
  if (side === 'buy') return { ...draft, by: 'total', amount: text(amount.round(pair.counterAmountDecimals, 0)) };
  return { ...draft, by: 'quantity', amount: text(floorTo(pair.baseQuantityStep, amount)) };
}

const EXAMPLE = new Big(100);

/** A valid first order: 100 of the counter currency, or the free balance, at the market price. */
export function exampleDraft({ side, pair, free, marketPrice }: Market & { free: Big | null }): Draft {
  const worth = free && side === 'sell' && marketPrice ? free.times(marketPrice) : free;
  const total = worth?.lt(EXAMPLE) ? worth.round(pair.counterAmountDecimals, 0) : EXAMPLE;
  return { ...EMPTY, by: 'total', amount: text(total) };
}
