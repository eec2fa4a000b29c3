import type { OrderDeps } from './deps.ts';
import { marketContexts } from './market-context.ts';
import type { OrderContext, OrderEngine, Orders } from './orders.ts';
import { notifyExternal } from './external/notify-external.ts';
import { type OrderCommands, orderCommands } from './commands/commands.ts';
import { encodedRows } from './read/encoded-rows.ts';
import { keptBlocks } from './read/kept-blocks.ts';
import { knownFree } from './sending/known-free.ts';

export type { MarketContexts } from './market-context.ts';
export type { OrderEngine } from './orders.ts';
export type { OrderCommands } from './commands/commands.ts';
export type { ClosingQuantity, CopyPlan, PlanCopies } from './deps.ts';
export { blocksOfKeys } from './commands/leave-key.ts';
export { remoteEngine, routedEngine } from './remote-engine.ts';
export { cancelOpenOrders, standDown } from './commands/leave.ts';

/** What commands, reads and the engine share. */
export function orderContext(deps: OrderDeps): OrderContext {
  notifyExternal(deps);
  return {
    ...deps,
    marketContext: marketContexts(deps),
    free: knownFree(),
    keptBlocks: keptBlocks(deps.db),
    encodedRows: encodedRows(),
  };
}

/** The commands and reads of order blocks; `engine` acts on what they write, here or in another process. */
export function createOrders(context: OrderContext, engine: OrderEngine): Orders & { commands: OrderCommands } {
  const orders = { ...context, engine };
  return { ...orders, commands: orderCommands(orders) };
}
