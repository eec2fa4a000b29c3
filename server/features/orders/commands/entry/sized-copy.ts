import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { averageOf, type Limit, quantityOf } from '#contracts/rules/ladder.ts';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { copyLimits } from '../../../../domain/position/entry-limits.ts';
import type { CopyPlan } from '../../deps.ts';

export interface SizedCopy extends Pick<CopyPlan, 'quantity' | 'skip'> {
  price: Big;
  limits: readonly Limit[] | null;
}

const TOO_SMALL = 'Its part is too small for any of the limits.';

/** EX-15: what a copy's entry is placed as, by the limits of the main key's. */
export function sizedCopy(
  { quantity, skip }: Pick<CopyPlan, 'quantity' | 'skip'>,
  { pair, price, limits }: { pair: ExchangePair; price: Big; limits: readonly Limit[] | null },
  side: Side,
): SizedCopy {
  if (!limits || skip) return { price, quantity, skip, limits: null };
  const own = copyLimits(limits, quantity, { ...pair, side });
  if (own.length === 0)
    return { price, quantity: ZERO, skip: { code: 'BELOW_MIN', sentence: TOO_SMALL }, limits: null };
  return { price: averageOf(own), quantity: quantityOf(own), skip, limits: own };
}
