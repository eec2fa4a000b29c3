import type { Big } from 'big.js';
import type { Orders } from '../index.ts';
import type { Intent } from '../../../domain/position/position.ts';
import { intentOf } from '../intent.ts';
import type { BlockView } from '../store/block-view.store.ts';
import {
  type Changed,
  type Failure,
  changeIntent,
  mainOf,
  openBlock,
  targetsFault,
  unsettledFault,
} from './change-intent.ts';

export interface Targeted {
  errorMessage: string | null;
  view: BlockView | null;
  failed: Failure[];
}

const refused = (errorMessage: string): Targeted => ({ errorMessage, view: null, failed: [] });

interface DesiredTargets {
  blockId: string;
  /** Left out: as it was. Null: taken off. */
  takeProfitPrice?: Big | null | undefined;
  stopLossPrice?: Big | null | undefined;
}

const hasTargets = (view: BlockView): boolean => {
  const { takeProfit, stopLoss } = intentOf(view, mainOf(view));
  return takeProfit !== null || stopLoss !== null;
};

/** Why a call does not fit the block as it stands. */
function callFault(view: BlockView, changes: boolean): string | null {
  if (hasTargets(view) === changes) return unsettledFault(mainOf(view));
  return changes
    ? 'This block has no targets yet: they are set, not changed.'
    : 'This block has targets already: they are changed, not set.';
}

/** On a pair that does not trade the old targets would be canceled, and no new ones placed. */
async function haltFault({ markets }: Orders, { block }: BlockView): Promise<string | null> {
  const halt = await markets.haltOf(block.market, block.symbol);
  return halt && `${halt.sentence} Targets cannot be set or changed now: those that are set stay as they are.`;
}

const isSame = (one: Big | null, other: Big | null): boolean => (one && other ? one.eq(other) : one === other);

/** What is to be written: of two changes at once neither takes back the other's target. */
const changedOf = (
  desired: DesiredTargets,
  { before, stored, intent }: Record<'before' | 'stored' | 'intent', Pick<Intent, 'takeProfit' | 'stopLoss'>>,
): Partial<Pick<Intent, 'takeProfit' | 'stopLoss'>> => ({
  ...(desired.takeProfitPrice === undefined && isSame(before.takeProfit, stored.takeProfit)
    ? {}
    : { takeProfit: intent.takeProfit }),
  ...(desired.stopLossPrice === undefined && isSame(before.stopLoss, stored.stopLoss)
    ? {}
    : { stopLoss: intent.stopLoss }),
});

/** POST gives a block its targets, PUT changes those it has. */
export async function setTargets(
  orders: Orders,
  userId: string,
  { desired, changes }: { desired: DesiredTargets; changes: boolean },
): Promise<Targeted> {
  const view = await openBlock(orders, userId, desired.blockId);
  orders.trading.mustBeOpen(userId);
  const before = intentOf(view, mainOf(view));
  const { takeProfitPrice: takeProfit = before.takeProfit, stopLossPrice: stopLoss = before.stopLoss } = desired;
  const intent = { takeProfit, stopLoss };
  const isEmpty = !takeProfit && !stopLoss;
  const fault =
    callFault(view, changes) ??
    (await haltFault(orders, view)) ??
    (isEmpty ? 'Enter a take profit, a stop loss, or both.' : targetsFault(orders, view, intent));
  if (fault !== null) return refused(fault);
  return targeted(await changeIntent(orders, view, changedOf(desired, { before, stored: view.intent, intent })));
}

/** The main key's failure is the answer's; a copy's is told beside it. */
function targeted({ view, failed }: Changed): Targeted {
  const own = failed.find(({ uid }) => uid === mainOf(view).keyId);
  return { errorMessage: own?.error ?? null, view, failed };
}

export async function removeTargets(orders: Orders, userId: string, blockId: string): Promise<Targeted> {
  const view = await openBlock(orders, userId, blockId);
  const fault = hasTargets(view) ? unsettledFault(mainOf(view)) : 'This block has no targets.';
  if (fault !== null) return refused(fault);
  return targeted(await changeIntent(orders, view, { takeProfit: null, stopLoss: null }));
}
