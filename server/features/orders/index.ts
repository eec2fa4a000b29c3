import type { OrderDeps } from './deps.ts';
import type { Orders } from './orders.ts';
import { notifyExternal } from './external/notify-external.ts';
import { publishRows } from './read/publish-rows.ts';
import { Engine } from './engine/engine.ts';

export type { ClosingQuantity, CopyPlan, PlanCopies } from './deps.ts';
export type { Orders } from './orders.ts';
export { blocksOfKeys } from './commands/leave-key.ts';
export { cancelOpenOrders, standDown } from './commands/leave.ts';

export function createOrders(deps: OrderDeps): Orders {
  notifyExternal(deps);
  return { ...deps, engine: new Engine(deps, (feeOf) => publishRows(deps, feeOf)) };
}
