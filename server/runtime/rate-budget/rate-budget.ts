import { type Allot, type Allotment, wholeAllotment } from './allotment.ts';
import { createLimiter, type Limiter, type RequestLimit } from './request-budget.ts';
import { createWeightBudget, type WeightBudget } from './weight-budget.ts';

interface Load {
  origin: string;
  /** This process's part of the limit. */
  share: number;
  /** Of the exchange's current window; where it counts requests, each weighs 1. */
  weight: { used: number; limit: number };
}

/** What this process may send to exchanges. Adapters of one origin share its limit. */
export interface RateBudget {
  /** For an exchange that counts weight per minute. */
  weight(origin: string): WeightBudget;
  /** For an exchange that counts requests. */
  requests(origin: string, limit: RequestLimit): Limiter;
  loads(): Load[];
}

type Budget = Pick<WeightBudget, 'load' | 'use'>;

/** `allot` says how much of each origin's limit is this process's own: all of it when not given. */
export function createRateBudget(allot: Allot = wholeAllotment): RateBudget {
  const opened = new Map<string, { allotment: Allotment; budget: Budget }>();
  const weights = new Map<string, WeightBudget>();
  const counts = new Map<string, Limiter>();

  function open<B extends Budget>(budgets: Map<string, B>, origin: string, create: (allotment: Allotment) => B) {
    const known = budgets.get(origin);
    if (known !== undefined) return known;
    const allotment = allot(origin, () => budgets.get(origin)?.use() ?? 0);
    const budget = create(allotment);
    opened.set(origin, { allotment, budget });
    budgets.set(origin, budget);
    return budget;
  }

  return {
    weight: (origin) => open(weights, origin, createWeightBudget),
    requests: (origin, limit) => open(counts, origin, (allotment) => createLimiter(limit, allotment)),
    loads: () =>
      [...opened].map(([origin, { allotment, budget }]) => ({
        origin,
        share: allotment.share(),
        weight: budget.load(),
      })),
  };
}
