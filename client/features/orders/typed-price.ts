import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { priceText } from '#contracts/rules/decimal.ts';
import { type Earned, earned } from '#contracts/rules/earning.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import type { Receipt } from '#contracts/rules/order-total.ts';
import { type Targets, targetHint, type TargetContext, exitsFault } from '#contracts/rules/target-bounds.ts';
import { percentAt, targetAt, targetSign } from '#contracts/rules/target-percent.ts';
import type { Side } from '#contracts/symbol.ts';

export type Target = keyof Targets;

/** Marks a text that is a percentage of the entry, not a price. */
const PERCENT = '%';
const PERCENT_DECIMALS = 2;

export const isPercent = (text: string): boolean => text.endsWith(PERCENT);

/** What a target's field keeps of what was typed: a percentage after a percent sign, or where it was one before. */
export function targetText(before: string, typed: string, priceDecimals: number): string {
  const inPercent = isPercent(before) || typed.includes(PERCENT);
  return inPercent ? `${cleanNumber(typed, PERCENT_DECIMALS)}${PERCENT}` : cleanNumber(typed, priceDecimals);
}

/** The same target in the other unit. */
export function inOtherUnit({ unit, price, percent }: TargetField, priceDecimals: number): string {
  if (unit === 'percent') return price?.toFixed(priceDecimals) ?? '';
  return `${percent?.round(PERCENT_DECIMALS, Big.roundHalfUp).toFixed() ?? ''}${PERCENT}`;
}

/** Displayed state of a target's field. */
export interface TargetField {
  /** Without the percent sign. */
  text: string;
  unit: 'price' | 'percent';
  /** Of the entry, on the target's own side; null without a price to measure from. */
  percent: Big | null;
  /** The value in the other unit, such as '+5.00%'; null while there is none. */
  otherUnit: string | null;
  /** Null if empty or not a price. */
  price: Big | null;
  /** Limit of the price; null without a price to measure from. */
  hint: string | null;
  error: string | null;
}

const WRONG = { percent: 'Enter a percentage.', price: 'Enter a price.' };

const OPPOSITE = { '+': '−', '−': '+' } as const;

/** Its distance with the sign of where it lies, seen from the entry. */
function signed(target: Target, percent: Big, { side }: TargetContext): string {
  const own = targetSign({ side, target });
  return `${percent.lt(0) ? OPPOSITE[own] : own}${percent.abs().toFixed(PERCENT_DECIMALS)}%`;
}

/** Where a target is measured from: `market` bounds it, and percentages are of the entry. */
export interface EntryContext extends TargetContext {
  /** Left out, the same as `market`. */
  entry?: Big;
}

const measured = (target: Target, { side, market, tick, entry = market }: EntryContext) => ({
  side,
  target,
  entry,
  tick,
});

export function targetField(target: Target, typed: string, context: EntryContext | null): TargetField {
  const unit = isPercent(typed) ? 'percent' : 'price';
  const text = unit === 'percent' ? typed.slice(0, -1) : typed;
  const number = readNumber(text);
  const isWrong = text !== '' && !number?.gt(0);
  const empty = { text, unit, price: null, percent: null, otherUnit: null, hint: null } as const;
  if (isWrong) return { ...empty, error: WRONG[unit] };
  if (!context) return { ...empty, price: unit === 'price' ? number : null, error: null };
  const hint = targetHint(target, context);
  if (!number) return { ...empty, hint, error: null };
  const of = measured(target, context);
  const price = unit === 'percent' ? targetAt(of, number) : number;
  if (price.lte(0)) return { ...empty, hint, error: hint };
  const percent = percentAt(of, price);
  return {
    text,
    unit,
    price,
    percent,
    otherUnit: unit === 'percent' ? priceText(price, context.tick) : signed(target, percent, context),
    hint,
    error: exitsFault({ [target]: price }, context, null),
  };
}

/** What percentages are measured from. */
export interface Measure {
  side: Side;
  /** Null while it is not known. */
  entry: Big | null;
  tick: Big;
}

const isBlank = (typed: string): boolean => typed === '' || typed === PERCENT;

/** The price of what is typed; null where nothing is, undefined while it cannot be read. */
export function typedPrice(target: Target, typed: string, { side, entry, tick }: Measure): Big | null | undefined {
  if (isBlank(typed)) return null;
  const number = readNumber(isPercent(typed) ? typed.slice(0, -1) : typed);
  if (!number?.gt(0)) return undefined;
  if (!isPercent(typed)) return number;
  const price = entry && targetAt({ side, target, entry, tick }, number);
  return price?.gt(0) ? price : undefined;
}

/** The same, typed in the other unit; empty where it has no price. */
export function switchedText(target: Target, typed: string, of: Measure & { decimals: number }): string {
  const price = typedPrice(target, typed, of);
  if (isPercent(typed)) return price?.toFixed(of.decimals) ?? '';
  const { entry, side } = of;
  const percent = price && entry && percentAt({ side, target, entry }, price);
  return `${percent ? percent.round(PERCENT_DECIMALS, Big.roundHalfUp).toFixed() : ''}${PERCENT}`;
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
