import type { Big } from 'big.js';
import {
  type Exits,
  exitPrice,
  fixedStop,
  hasExits,
  NO_EXITS,
  type Target,
  wholeAt,
} from '../../../domain/position/exits.ts';
import type { Orders } from '../orders.ts';
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
  type WantedExits,
} from './change-intent.ts';

export interface Targeted {
  errorMessage: string | null;
  view: BlockView | null;
  failed: Failure[];
}

const refused = (errorMessage: string): Targeted => ({ errorMessage, view: null, failed: [] });

export interface DesiredTargets {
  blockId: string;
  /** Left out: as it was. Null: taken off. */
  takeProfitPrice?: Big | null | undefined;
  stopLossPrice?: Big | null | undefined;
  /** A bot computes them. */
  byBot?: boolean;
}

const hasTargets = (view: BlockView): boolean => hasExits(intentOf(view, mainOf(view)));

const HAS_PLAN = 'This block has an exit plan: it is changed as a whole, or taken off.';

/** Why a call does not fit the block as it stands. */
function callFault(view: BlockView, changes: boolean): string | null {
  if (view.intent.plan && changes && hasTargets(view)) return HAS_PLAN;
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

function isSame(target: Target, one: Exits, other: Exits): boolean {
  const [price, otherPrice] = [exitPrice(one, target), exitPrice(other, target)];
  return price && otherPrice ? price.eq(otherPrice) : price === otherPrice;
}

/** What is to be written: of two changes at once neither takes back the other's exit. */
const changedOf = (
  desired: DesiredTargets,
  { before, stored, exits }: Record<'before' | 'stored' | 'exits', Exits>,
): Partial<Exits> => ({
  ...(desired.takeProfitPrice === undefined && isSame('take-profit', before, stored)
    ? {}
    : { takeProfits: exits.takeProfits }),
  ...(desired.stopLossPrice === undefined && isSame('stop-loss', before, stored) ? {} : { stop: exits.stop }),
});

/** Why a block cannot have these exits as it stands; null where it can. */
export const exitsRefusal = async (
  orders: Orders,
  view: BlockView,
  { changes, ...wanted }: WantedExits & { changes: boolean },
): Promise<string | null> =>
  callFault(view, changes) ??
  (await haltFault(orders, view)) ??
  (hasExits(wanted.exits) ? targetsFault(orders, view, wanted) : 'Enter a take profit, a stop loss, or both.');

/** POST gives a block its targets, PUT changes those it has. */
export async function setTargets(
  orders: Orders,
  userId: string,
  { desired, changes }: { desired: DesiredTargets; changes: boolean },
): Promise<Targeted> {
  const view = await openBlock(orders, userId, desired.blockId);
  orders.trading.mustBeOpen(userId);
  const before = intentOf(view, mainOf(view));
  const exits: Exits = {
    takeProfits: desired.takeProfitPrice === undefined ? before.takeProfits : wholeAt(desired.takeProfitPrice),
    stop: desired.stopLossPrice === undefined ? before.stop : fixedStop(desired.stopLossPrice),
  };
  const fault = await exitsRefusal(orders, view, { exits, changes, byBot: desired.byBot });
  if (fault !== null) return refused(fault);
  return targeted(await changeIntent(orders, view, changedOf(desired, { before, stored: view.intent, exits })));
}

/** The main key's failure is the answer's; a copy's is given with it. */
function targeted({ view, failed }: Changed): Targeted {
  const own = failed.find(({ uid }) => uid === mainOf(view).keyId);
  return { errorMessage: own?.error ?? null, view, failed };
}

export async function removeTargets(orders: Orders, userId: string, blockId: string): Promise<Targeted> {
  const view = await openBlock(orders, userId, blockId);
  const fault = hasTargets(view) ? unsettledFault(mainOf(view)) : 'This block has no targets.';
  if (fault !== null) return refused(fault);
  return targeted(await changeIntent(orders, view, NO_EXITS));
}
