import { Big } from 'big.js';
import {
  ladderFault,
  ladderQuantity,
  type LadderShares,
  ladderShares,
  type LadderTerms,
  ladderTotal,
  type Limit,
  limitsFor,
  plannedAverage,
} from '#contracts/rules/ladder.ts';
import { priceOnTick } from '#contracts/rules/order-total.ts';
import type { Side } from '#contracts/rules/side.ts';
import type { Pair } from '#contracts/markets.ts';
import { readPositive } from '../../../lib/read-positive.ts';

/** As typed. */
export interface DraftLadder {
  end: string;
  limits: string;
  weight: string;
}

/** EX-9: several limits, as they can be placed. */
export interface FilledLadder {
  terms: LadderTerms;
  shares: LadderShares;
  /** What a base unit costs. */
  average: Big;
}

/** What is typed, from the first price on; a sentence where it cannot be placed, null without a ladder. */
export function readLadder(
  ladder: DraftLadder | null,
  { side, pair }: { side: Side; pair: Pair },
  start: Big | null,
): FilledLadder | string | null {
  if (!ladder || !start?.gt(0)) return null;
  const end = readPositive(ladder.end);
  if (!end) return 'Enter the price of the last limit.';
  const tick = pair.counterStepSize;
  const terms = {
    start: priceOnTick(side, start, tick),
    end,
    limits: Number(ladder.limits),
    weight: readPositive(ladder.weight) ?? new Big(0),
  };
  const fault = ladderFault(side, terms, tick);
  if (fault !== null) return fault;
  const shares = ladderShares(side, terms, tick);
  return { terms, shares, average: plannedAverage(shares) };
}

export const ladderBase = ({ shares }: FilledLadder, total: Big, step: Big): Big => ladderQuantity(shares, total, step);
export const ladderLimits = ({ shares }: FilledLadder, quantity: Big, step: Big): Limit[] =>
  limitsFor(shares, quantity, step);

/** What an order says of its ladder, and what it takes in all. */
export const ladderOrder = ({ terms, shares }: FilledLadder, quantity: Big) => ({
  price: terms.start,
  counterQuantity: ladderTotal(shares, quantity),
  ladder: { end: terms.end, limits: terms.limits, weight: terms.weight },
});
