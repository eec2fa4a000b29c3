import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { type Earned, earned } from '#contracts/rules/earning.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import type { Receipt } from '#contracts/rules/order-total.ts';
import { type Targets, targetHint, type TargetContext, exitsFault } from '#contracts/rules/target-bounds.ts';
import type { Side } from '#contracts/symbol.ts';

export type Target = keyof Targets;

/** Displayed state of a target's field. */
export interface TargetField {
  text: string;
  /** Null if empty or not a price. */
  price: Big | null;
  /** Limit of the price; null without a price to measure from. */
  hint: string | null;
  error: string | null;
}

export function targetField(target: Target, text: string, context: TargetContext | null): TargetField {
  const price = readNumber(text);
  if (text !== '' && !price?.gt(0)) return { text, price: null, hint: null, error: 'Enter a price.' };
  if (!context) return { text, price, hint: null, error: null };
  return {
    text,
    price,
    hint: targetHint(target, context),
    error: price && exitsFault({ [target]: price }, context, null),
  };
}

export interface Terms {
  side: Side;
  pair: Pair;
  counterEarning: boolean;
  /** Fee rate, taken off the received currency. */
  fee: Big;
}

/** Result of the block at this target; a loss is negative. */
export function resultAt({ quantity, cost }: Receipt, { price, error }: TargetField, terms: Terms): Earned | null {
  if (!price || error !== null) return null;
  const { side, pair, counterEarning, fee } = terms;
  return earned({ side, quantity, counter: cost }, { counterEarning, fee, step: pair.baseQuantityStep }, price);
}
