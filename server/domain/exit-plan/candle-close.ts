import type { Big } from 'big.js';
import type { PlanTerms } from './exit-plan.ts';

export type ClosingDecision = 'hold' | 'close' | 'ask';

interface Closing {
  side: PlanTerms['side'];
  /** A sale's stop is for closes below it, a purchase's for closes above. */
  price: Big;
}

const isBeyond = ({ side, price }: Closing, close: Big): boolean =>
  side === 'buy' ? close.lt(price) : close.gt(price);

/**
 * EX-11: what the candles that have closed since the last decision mean, oldest first. A close beyond the price ends the
 * block, unless it was missed and the market has come back since.
 */
export function closingDecision(
  closing: Closing,
  of: { closes: readonly Big[]; market: Big; isMissed: boolean },
): ClosingDecision {
  const { closes, market, isMissed } = of;
  if (!closes.some((close) => isBeyond(closing, close))) return 'hold';
  return !isMissed || isBeyond(closing, market) ? 'close' : 'ask';
}
