import { shortOf } from '../../../domain/position/books.ts';
import type { Orders } from '../orders.ts';
import { dealsStore } from '../store/deals.store.ts';
import { afterChange } from './after-change.ts';
import { mayBeTraded } from './unsellable.ts';
import { findPosition, type FoundPosition, type Named, type Settled, workedOn } from './find-position.ts';

const NOT_TOLD = 'The exchange did not say what is left. Try again in a moment.';

export type Choice = 'adopt' | 'release' | 'keep';
const KINDS: Record<Choice, string> = { adopt: 'adopted', release: 'released', keep: 'kept' };

/** Trades that are still to be read are asked for first: without them, what this server sold would count as sold by hand. */
async function withTrades(orders: Orders, userId: string, named: Named): Promise<FoundPosition> {
  const found = await findPosition(orders, userId, named);
  return shortOf(found.position).length > 0 ? workedOn(orders, userId, named) : found;
}

/** After a change on the exchange: it is taken as it is, this part of the block is let go, or it concerned other coins. */
export async function settleInterference(
  orders: Orders,
  userId: string,
  { choice, ...named }: Named & { choice: Choice },
): Promise<Settled> {
  const found = await withTrades(orders, userId, named);
  const { position } = found;
  const mayRelease = choice === 'release' && (await mayBeTraded(orders, found.view, position)) === false;
  if (!position.interference && !mayRelease) return { error: 'Nothing happened here that would have to be settled.' };
  if (choice !== 'release' && shortOf(position).length > 0) return { error: NOT_TOLD };
  const set = choice === 'release' ? { released: true as const } : await afterChange(orders, found, choice);
  if (!set || typeof set === 'string') return { error: set ?? NOT_TOLD };
  const now = orders.clock();
  const event = { userId, blockId: named.blockId, positionId: position.id, kind: KINDS[choice], details: {}, at: now };
  await dealsStore(orders.db, userId).settle(position.id, { blockId: named.blockId, set, event, now });
  return { error: null, ...(await workedOn(orders, userId, named)) };
}
