import type { ClosingQuantity, PlanCopies } from '../orders/index.ts';
import { closingQuantity } from './copy-size.ts';
import { planCopies, type PlanDeps } from './plan-copies.ts';

export interface CopyTrading {
  /** Known balances come from memory; only unknown ones are requested. */
  planCopies: PlanCopies;
  closingQuantity: ClosingQuantity;
}

export const createCopyTrading = (deps: PlanDeps): CopyTrading => ({
  planCopies: (deal) => planCopies(deps, deal),
  closingQuantity,
});
