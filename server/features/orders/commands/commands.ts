import type { Joining, Splitting } from '#contracts/average.ts';
import { newId } from '../../../lib/id.ts';
import type { ExitPlanRequest } from '#contracts/exit-plans.ts';
import type { Orders } from '../orders.ts';
import { joinBlocks, previewJoin, previewSplitting, splitBlock } from './average/average.ts';
import { changeEntry, type WantedChange } from './change/change-entry.ts';
import { closeAll, type Which } from './close-all.ts';
import { closePart, type WantedPart } from './close-part.ts';
import { closeBlock, removeBlock } from './end-block.ts';
import { placeOrder } from './entry/place-block.ts';
import { planEntry, type PlannedEntry, type Wanted } from './entry/plan-entry.ts';
import { preview } from './entry/preview-order.ts';
import type { Named } from './find-position.ts';
import { previewPlan } from './plan/preview-plan.ts';
import { setPlan } from './plan/set-plan.ts';
import { heldBlock } from '../read/held-block.ts';
import { retryCopy } from './retry-copy.ts';
import { type DesiredTargets, removeTargets, setTargets } from './set-targets.ts';
import { planStops, setStops, type StopOf } from './set-stops.ts';
import { type Choice, settleInterference } from './settle-position.ts';

/**
 * All that can be done about order blocks, by a person, a bot or a hook. Each writes facts, has the engine act
 * on them, and answers with the block as it is then, or with a sentence that says why not. Throws a Refusal where
 * something is not there or trading is off.
 */
export const orderCommands = (orders: Orders) => ({
  preview: (userId: string, wanted: Wanted) => preview(orders, userId, wanted),
  /** A block of the same id is placed once, however often this is called. */
  place: async (userId: string, wanted: Wanted, blockId: string = newId()) =>
    placeOrder(orders, userId, { wanted, blockId, planned: await planEntry(orders, userId, wanted) }),
  /** What `placePlanned` places; writes nothing. */
  planEntry: (userId: string, wanted: Wanted) => planEntry(orders, userId, wanted),
  placePlanned: (userId: string, of: { wanted: Wanted; blockId: string; planned: PlannedEntry }) =>
    placeOrder(orders, userId, of),
  /** Gives a block its exits. */
  setExits: (userId: string, desired: DesiredTargets) => setTargets(orders, userId, { desired, changes: false }),
  /** Changes the exits that a block has; what is left out stays. */
  changeExits: (userId: string, desired: DesiredTargets) => setTargets(orders, userId, { desired, changes: true }),
  /** What a plan would make of a block's exits; nothing is placed. */
  previewPlan: (userId: string, request: ExitPlanRequest) => previewPlan(orders, userId, request),
  /** Gives a block its exit plan, or another one. */
  setPlan: (userId: string, request: ExitPlanRequest) => setPlan(orders, userId, request),
  /** What a block holds, base units, and whether it has targets; null where it is not open, or is being closed. */
  held: (userId: string, blockId: string) => heldBlock(orders, { userId, blockId }),
  removeExits: (userId: string, blockId: string) => removeTargets(orders, userId, blockId),
  /** The stops that blocks would get at a loss of so many percent, and why some can have none. */
  planStops: (userId: string, of: Parameters<typeof planStops>[2]) => planStops(orders, userId, of),
  setStops: (userId: string, stops: readonly StopOf[]) => setStops(orders, userId, stops),
  /** Price and amount of an entry that waits, on every key. */
  changeEntry: (userId: string, wanted: WantedChange) => changeEntry(orders, userId, wanted),
  /** At market, on every key. */
  close: (userId: string, of: { blockId: string; targeted: boolean }) => closeBlock(orders, userId, of),
  /** A part at market, on every key the same share; the rest keeps its exits. */
  closePart: (userId: string, part: WantedPart) => closePart(orders, userId, part),
  /** What joining blocks would come to, and which of them cannot join. */
  previewJoin: (userId: string, wanted: Joining) => previewJoin(orders, userId, wanted),
  previewSplit: (userId: string, wanted: Splitting) => previewSplitting(orders, userId, wanted),
  /** Filled blocks into one of this id, once, however often this is called; nothing is booked. */
  join: (userId: string, wanted: Joining, blockId: string = newId()) => joinBlocks(orders, userId, { wanted, blockId }),
  /** The same of blocks that belong to a bot. */
  joinOfBot: (userId: string, wanted: Joining, of: { blockId: string; botId: string }) =>
    joinBlocks(orders, userId, { wanted, ...of }),
  /** A filled block into some by shares, the first of this id. */
  split: (userId: string, wanted: Splitting, blockId: string = newId()) =>
    splitBlock(orders, userId, { wanted, blockId }),
  /** Cancels an entry on every key; what was filled of it stays. */
  remove: (userId: string, blockId: string) => removeBlock(orders, userId, blockId),
  closeAll: (userId: string, which: Which) => closeAll(orders, userId, which),
  retryCopy: (userId: string, named: Named) => retryCopy(orders, userId, named),
  /** Answers a question about a change that was made on the exchange. */
  settle: (userId: string, of: Named & { choice: Choice }) => settleInterference(orders, userId, of),
});
export type OrderCommands = ReturnType<typeof orderCommands>;
