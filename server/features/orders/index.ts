import type { OrderNeeds } from './needs.ts';
import type { Orders } from './orders.ts';
import { tellOutside } from './outside/tell-outside.ts';
import { tellPages } from './rows/tell-pages.ts';
import { Engine } from './work/engine.ts';

export type { ClosingQuantity, CopyPlan, PlanCopies } from './needs.ts';
export type { Orders } from './orders.ts';
export { blocksOfKeys } from './wishes/leave-key.ts';
export { cancelOpenOrders, standDown } from './wishes/leave.ts';

export function createOrders(needs: OrderNeeds): Orders {
  tellOutside(needs);
  return { ...needs, engine: new Engine(needs, (feeOf) => tellPages(needs, feeOf)) };
}
