import type { PlanCopies } from '../orders/index.ts';
import { planCopies, type PlanNeeds } from './plan-copies.ts';

export interface CopyTrading {
  /** Known balances are answered from memory; no exchange is asked. */
  planCopies: PlanCopies;
}

export const createCopyTrading = (needs: PlanNeeds): CopyTrading => ({
  planCopies: (deal) => planCopies(needs, deal),
});
