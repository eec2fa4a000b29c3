import type { OrderNeeds } from './needs.ts';
import { tellPages } from './rows/tell-pages.ts';
import { Engine } from './work/engine.ts';

export type { CopyPlan, PlanCopies } from './needs.ts';

export interface Orders extends OrderNeeds {
  engine: Engine;
}

export const createOrders = (needs: OrderNeeds): Orders => ({
  ...needs,
  engine: new Engine(needs, (feeOf) => tellPages(needs, feeOf)),
});
