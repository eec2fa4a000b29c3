import { type Allot, type Allotment, wholeAllotment } from './allotment.ts';
import { createLimiter, type Limiter, type RequestLimit } from './request-budget.ts';
import { createWeightBudget, type WeightBudget } from './weight-budget.ts';

interface Load {
  origin: string;
  /** This process's part of the limit. */
  share: number;
  /** Of the current minute, where the exchange counts weight. */
  weight: { used: number; limit: number } | null;
}

/** What this process may send to exchanges. Adapters of one origin share its limit. */
export interface RateBudget {
  /** For an exchange that counts weight per minute. */
  weight(origin: string): WeightBudget;
  /** For an exchange that counts requests. */
  requests(origin: string, limit: RequestLimit): Limiter;
  loads(): Load[];
}

/** `allot` says how much of each origin's limit is this process's own: all of it when not given. */
export function createRateBudget(allot: Allot = wholeAllotment): RateBudget {
  const allotments = new Map<string, Allotment>();
  const weights = new Map<string, WeightBudget>();
  const counts = new Map<string, Limiter>();

  function open<Budget>(budgets: Map<string, Budget>, origin: string, create: (allotment: Allotment) => Budget) {
    const known = budgets.get(origin);
    if (known !== undefined) return known;
    const allotment = allot(origin, () => weights.get(origin)?.use() ?? counts.get(origin)?.use() ?? 0);
    const budget = create(allotment);
    allotments.set(origin, allotment);
    budgets.set(origin, budget);
    return budget;
  }

  return {
    weight: (origin) => open(weights, origin, createWeightBudget),
    requests: (origin, limit) => open(counts, origin, (allotment) => createLimiter(limit, allotment)),
    loads: () =>
      [...allotments].map(([origin, { share }]) => ({
        origin,
        share: share(),
        weight: weights.get(origin)?.load() ?? null,
      })),
  };
}
