import type { Big } from 'big.js';

/** What this server has seen and decided for an exit plan, as far as its orders do not say it. */
export interface PlanFacts {
  /** The plan, counted as the block's are: of another one this says nothing. */
  plan: number;
  /** EX-8: the best trade since the plan was set, as far as it is written down; null where no stop follows. */
  peak: Big | null;
  /** EX-10: what became of its time; null while it is not due. */
  timed: { at: number; did: 'close' | 'keep' | 'ask'; isLate: boolean } | null;
  /** EX-11: up to when candles have been decided on, and what the last one beyond its price meant; null without such a stop. */
  closed: ClosedFacts | null;
}

export interface ClosedFacts {
  /** Closing time of the newest candle, UTC epoch ms. */
  until: number;
  did: 'close' | 'ask' | null;
  /** Of the candle that closed beyond. */
  price: Big | null;
}

const NO_FACTS: Omit<PlanFacts, 'plan'> = { peak: null, timed: null, closed: null };

/** What is known for this plan. */
export const factsOf = (of: { planFacts?: PlanFacts | null }, plan: number): PlanFacts =>
  of.planFacts?.plan === plan ? of.planFacts : { plan, ...NO_FACTS };
