import type { OrderDeps } from './deps.ts';
import { marketContexts } from './market-context.ts';
import type { OrderContext } from './orders.ts';
import { notifyExternal } from './external/notify-external.ts';
import { publishRows } from './read/publish-rows.ts';
import { type OrderCommands, orderCommands } from './commands/commands.ts';
import { Engine } from './engine/engine.ts';
import { knownFree } from './sending/known-free.ts';

export type { ClosingQuantity, CopyPlan, PlanCopies } from './deps.ts';
export { blocksOfKeys } from './commands/leave-key.ts';
export { cancelOpenOrders, standDown } from './commands/leave.ts';

/** The engine is built and not started: the process that runs it does that. */
export function createOrders(deps: OrderDeps): OrderContext & { engine: Engine; commands: OrderCommands } {
  notifyExternal(deps);
  const context = { ...deps, marketContext: marketContexts(deps), free: knownFree() };
  const orders = { ...context, engine: new Engine(context, publishRows(context)) };
  return { ...orders, commands: orderCommands(orders) };
}
