import type { MarketContext, Position, Intent } from '../position/position.ts';
import type { ExitPlan, PlanTerms } from '../exit-plan/exit-plan.ts';

/** A block's exits as the rules of plans read them. */
export const planOf = ({ takeProfits, stop }: Pick<Intent, 'takeProfits' | 'stop'>): ExitPlan => ({
  targets: takeProfits,
  stop: stop && {
    price: stop.price,
    trailing: stop.trailing ?? null,
    after: stop.after ?? null,
    closing: stop.closing ?? null,
  },
  lastTrails: null,
});

export const planTermsOf = (
  { section: side }: Pick<Position, 'section'>,
  { fee, pair: { step, tick, minNotional, minQuantity } }: Pick<MarketContext, 'fee' | 'pair'>,
): PlanTerms => ({ side, fee, step, tick, minNotional, minQuantity });
