import type { OrderDeps } from './needs.ts';
import type { Orders } from './orders.ts';
import { tellOutside } from './external/tell-outside.ts';
import { tellPages } from './read/tell-pages.ts';
import { Engine } from './engine/engine.ts';

export type { ClosingQuantity, CopyPlan, PlanCopies } from './needs.ts';
export type { Orders } from './orders.ts';
export { blocksOfKeys } from './commands/leave-key.ts';
export { cancelOpenOrders, standDown } from './commands/leave.ts';

export function createOrders(deps: OrderDeps): Orders {
  tellOutside(deps);
  return { ...deps, engine: new Engine(deps, (feeOf) => tellPages(deps, feeOf)) };
}
