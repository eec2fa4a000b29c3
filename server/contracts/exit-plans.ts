import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { OrderBlock } from './order-block.ts';
import { Failed } from './orders.ts';
import { planFields, PlannedExits } from './plan-fields.ts';
import { Market, SymbolName } from './symbol.ts';

/** How a block ends: what is open when it is set goes out by it. */
export const ExitPlanRequest = z.strictObject({
  market: Market,
  symbolName: SymbolName,
  blockId: z.uuid(),
  ...planFields,
});
export type ExitPlanRequest = z.output<typeof ExitPlanRequest>;

export const previewPlan = endpoint({
  method: 'post',
  path: '/api/markets/spot/plan/preview',
  summary: "What a plan would make of a block's exits, and who would hold them; nothing is placed",
  access: 'person',
  scopes: ['read', 'trade'],
  json: ExitPlanRequest,
  response: PlannedExits,
});

export const setPlan = endpoint({
  method: 'post',
  path: '/api/markets/spot/plan',
  summary:
    'Give a block its exit plan, or another one: slice after slice, so that what is not changed yet stays protected',
  access: 'person',
  scopes: ['trade'],
  json: ExitPlanRequest,
  response: z.extend(PlannedExits, { orderBlocks: z.array(OrderBlock), failed: z.array(Failed) }),
});
