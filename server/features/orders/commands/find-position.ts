import { Refusal } from '../../../lib/errors.ts';
import type { Orders } from '../orders.ts';
import { type BlockView, type PositionView, readView } from '../store/block-view.store.ts';

export type Settled = { error: string } | { error: null; view: BlockView; position: PositionView };
export interface Named {
  blockId: string;
  uid: string;
}

export interface FoundPosition {
  view: BlockView;
  position: PositionView;
}

export async function findPosition({ db }: Orders, userId: string, { blockId, uid }: Named): Promise<FoundPosition> {
  const view = await readView(db, { userId, blockId });
  const position = view?.positions.find(({ keyId }) => keyId === uid);
  if (!view || !position) throw new Refusal('not-found', 'There is no such order.');
  return { view, position };
}

/** Once all that is to be done about it for now is done. */
export async function workedOn(orders: Orders, userId: string, named: Named): Promise<FoundPosition> {
  const ref = { userId, blockId: named.blockId };
  orders.engine.schedule(ref);
  await orders.engine.idle(ref);
  return findPosition(orders, userId, named);
}
