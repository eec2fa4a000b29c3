import { ZERO } from '#contracts/rules/decimal.ts';
import type { CopyPlan, OrderDeps, PlanCopies } from './deps.ts';
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
export { type BlockFacts, blockFacts, mainProtection } from './commands/block-facts.ts';
export { intentOf } from './intent.ts';
export { type BlockView, readViews } from './store/block-view.store.ts';
export { blocksOfKeys } from './commands/leave-key.ts';
export { remoteEngine, routedEngine } from './remote-engine.ts';
export { cancelOpenOrders, standDown } from './commands/leave.ts';
export { closePositions } from './commands/close-positions.ts';
export { openPositions } from './read/open-positions.ts';
export { knownFree } from './sending/known-free.ts';
export { resultsSince } from './read/results-since.ts';

/** EX-12: a key whose loss limit is reached copies nothing. */
function withinLosses({ planCopies, trading }: Pick<OrderDeps, 'planCopies' | 'trading'>): PlanCopies {
  const allowed = (userId: string, copy: CopyPlan): CopyPlan => {
    const sentence = copy.skip ? null : trading.entryRefusal(userId, copy.keyId);
    return sentence === null ? copy : { keyId: copy.keyId, quantity: ZERO, skip: { code: 'LOSS_LIMIT', sentence } };
  };
  return async (deal) => (await planCopies(deal)).map((copy) => allowed(deal.userId, copy));
}

/** What commands, reads and the engine share. */
export function orderContext(deps: OrderDeps): OrderContext {
  notifyExternal(deps);
  return {
    ...deps,
    planCopies: withinLosses(deps),
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
