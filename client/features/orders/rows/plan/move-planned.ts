import type { QueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { setPlan } from '#contracts/exit-plans.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { invalidateOrders, patchBlock } from '../../orders.live.ts';
import { draftOf, placeOf, type PlanDraft, planParts, requestOf } from './plan-draft.ts';

/** A plan with one of its prices changed: its stop, or the take profit of this number, from 1. Shares stay. */
function changed(block: OrderBlock, { target, price }: { target: number | 'stop'; price: Big }): PlanDraft {
  const draft = draftOf(block);
  const text = price.toFixed(block.counterRound);
  if (target === 'stop') return { ...draft, stop: text };
  const filled = block.plan?.takeProfits.filter(({ isFilled }) => isFilled).length ?? 0;
  const at = target - 1 - filled;
  const row = draft.rows[at];
  return row ? { ...draft, rows: draft.rows.with(at, { ...row, price: text }) } : draft;
}

/** Sets a plan anew with what its line was moved to; false where that was refused, and said. */
export async function movePlanned(
  client: QueryClient,
  block: OrderBlock,
  to: { target: number | 'stop'; price: Big },
): Promise<boolean> {
  const parts = planParts(changed(block, to), placeOf(block));
  if (!parts) return false;
  try {
    const { errorMessage, orderBlocks, failed } = await call(setPlan, { json: requestOf(block, parts) });
    for (const row of orderBlocks) patchBlock(client, row);
    if (errorMessage !== null) toast.warning(errorMessage);
    else for (const { connectorName, error } of failed) toast.warning(`${isolated(connectorName)}: ${error}`);
    return errorMessage === null;
  } catch (error) {
    toast.error(sentenceOf(error));
    return false;
  } finally {
    invalidateOrders(client);
  }
}
