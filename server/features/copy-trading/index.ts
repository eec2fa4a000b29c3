import type { ClosingQuantity, PlanCopies } from '../orders/index.ts';
import { closingQuantity } from './copy-size.ts';
import { planCopies, type PlanNeeds } from './plan-copies.ts';

export interface CopyTrading {
  /** Known balances are answered from memory; no exchange is asked. */
  planCopies: PlanCopies;
  closingQuantity: ClosingQuantity;
}

export const createCopyTrading = (needs: PlanNeeds): CopyTrading => ({
  planCopies: (deal) => planCopies(needs, deal),
  closingQuantity,
});
