import type { Big } from 'big.js';
import type { ExchangePair } from '../market/pair.ts';
import { canTrail } from './distance.ts';
import type { PlanStop, PlanTerms } from './exit-plan.ts';
import { firstStop, wantedStop } from './follow-market.ts';
import { isBetter } from './moved-stop.ts';

export interface StopStart {
  at: Big;
  /** Null where it does not follow the market. */
  movedBy: 'exchange' | 'server' | null;
}

/** EX-7, EX-8: where a stop begins, and who follows the market with it: the exchange where it protects no less. */
export function stopStart(
  { price, trailing }: Pick<PlanStop, 'price' | 'trailing'>,
  market: Big,
  { terms, pair }: { terms: Pick<PlanTerms, 'side' | 'tick'>; pair: Pick<ExchangePair, 'trailing' | 'triggers'> },
): StopStart {
  if (!trailing) return { at: price, movedBy: null };
  const follow = { ...terms, distance: trailing };
  const at = firstStop(price, market, follow);
  const followed = wantedStop(market, follow);
  const byExchange = canTrail(pair, trailing, terms.side) && !isBetter(terms.side, at, followed);
  return byExchange ? { at: followed, movedBy: 'exchange' } : { at, movedBy: 'server' };
}
