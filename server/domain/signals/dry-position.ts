import type { Big } from 'big.js';
import { min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { partFault, shareOf } from '#contracts/rules/part-close.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../market/pair.ts';

/** What a dry run would have done: bought so much base (null where that is not known), or closed a share or all of it. */
export type DryStep = { kind: 'entry'; quantity: Big | null } | { kind: 'reduce'; share: Big } | { kind: 'close' };

/** W-11: what the dry runs of a pair, the oldest first, would hold by now, base units; null where that is not known. */
export function dryPosition(steps: readonly DryStep[], step: Big): Big | null {
  return steps.reduce<Big | null>((held, one) => {
    if (one.kind === 'close') return ZERO;
    if (held === null) return null;
    if (one.kind === 'entry') return one.quantity && held.plus(one.quantity);
    return held.minus(floorTo(step, held.times(one.share)));
  }, ZERO);
}

/** What a dry run would sell from: a block, or all that the dry runs of a hook would hold. */
export interface Holding {
  /** Base units; none while its entry waits. */
  quantity: Big;
  /** The prices of its targets. */
  exits: readonly Big[];
}

interface Reduction {
  share: Big;
  price: Big;
  pair: ExchangePair;
}

/** Why a live signal could not sell a share of it; null where it could. */
function reductionFault({ quantity, exits }: Holding, { share, price, pair }: Reduction): string | null {
  const { step, minQuantity, minNotional, base } = pair;
  if (quantity.eq(ZERO)) return 'Its entry has not begun to fill.';
  const most = pair.marketQuantity?.max ?? pair.maxQuantity;
  const bounds = { step, minQuantity, minNotional, most, market: price, lowest: min(price, ...exits) };
  return partFault(shareOf(quantity, share, step), { held: floorTo(step, quantity), ...bounds }, base);
}

/** W-11: what all holdings and the sold shares of them come to, base units, or the first fault of a live reduction. */
export function dryReduction(
  holdings: readonly Holding[],
  reduction: Reduction,
): { fault: string } | { held: Big; sold: Big } {
  const { share, pair } = reduction;
  const fault = holdings.map((holding) => reductionFault(holding, reduction)).find((each) => each !== null);
  if (fault) return { fault };
  const sum = (of: Big): Big =>
    holdings.reduce((all, { quantity }) => all.plus(shareOf(quantity, of, pair.step)), ZERO);
  return { held: sum(ONE), sold: sum(share) };
}
