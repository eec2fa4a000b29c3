import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Side } from '#contracts/symbol.ts';
import { type Draft, EMPTY, type Filled, isByRisk, type Market, positiveText } from './order-draft.ts';
import { inOtherUnit, type Target, type TargetField, targetText } from '../typed-price.ts';

const TURN_DECIMALS = 2;

export const typeTurns = (draft: Draft, typed: string): Draft => ({
  ...draft,
  turns: cleanNumber(typed, TURN_DECIMALS),
});
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
  [target]: targetText(draft[target], typed, pair.counterRound),
});

/** The same target, shown as a price or as a percentage. */
export const switchUnit = (
  draft: Draft,
  target: Target,
  { shown, pair }: { shown: TargetField; pair: Pair },
): Draft => ({
  ...draft,
  [target]: inOtherUnit(shown, pair.counterRound),
});

const USUAL_RISK = '1';

/** Sizes the order by its risk, or by the quantity again; where the key's worth is not known no risk is usual. */
export function toggleRisk(draft: Draft, { quantity, worth }: Pick<Filled, 'quantity'> & { worth: Big | null }): Draft {
  if (isByRisk(draft)) return { ...draft, by: 'quantity', amount: quantity };
  return worth ? { ...draft, by: 'risk', amount: USUAL_RISK } : { ...draft, by: 'loss', amount: '' };
}

const PERCENT_DECIMALS = 2;

/** What is typed as the risk: a percentage of the key, or an amount where its worth is not known, or an amount is typed already. */
export const riskUnit = ({ by, amount }: Draft, worth: Big | null): 'risk' | 'loss' =>
  worth === null || (by === 'loss' && amount !== '') ? 'loss' : 'risk';

export function typeRisk(draft: Draft, typed: string, { worth, pair }: { worth: Big | null; pair: Pair }): Draft {
  const by = riskUnit(draft, worth);
  const amount = cleanNumber(typed, by === 'risk' ? PERCENT_DECIMALS : pair.counterAmountDecimals);
  return { ...draft, by, amount };
}

/** A share of the free balance: a buy spends counter currency, a sell base currency. */
export function takeShare(
  draft: Draft,
  share: Big,
  { side, pair, free }: { side: Side; pair: Pair; free: Big },
): Draft {
  const amount = free.times(share);
  if (side === 'buy')
    return { ...draft, by: 'total', amount: positiveText(amount.round(pair.counterAmountDecimals, 0)) };
  return { ...draft, by: 'quantity', amount: positiveText(floorTo(pair.baseQuantityStep, amount)) };
}

const EXAMPLE = new Big(100);

/** A valid first order: 100 of the counter currency, or the free balance, at the market price. */
export function exampleDraft({ side, pair, free, marketPrice }: Market & { free: Big | null }): Draft {
  const worth = free && side === 'sell' && marketPrice ? free.times(marketPrice) : free;
  const total = worth?.lt(EXAMPLE) ? worth.round(pair.counterAmountDecimals, 0) : EXAMPLE;
  return { ...EMPTY, by: 'total', amount: positiveText(total) };
}
