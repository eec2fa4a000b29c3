import { type BlockRef, readView } from '../store/block-view.store.ts';
import { keyPositionsStore } from '../store/key-positions.store.ts';
import type { Orders } from '../orders.ts';
import { unsettledFault } from './change-intent.ts';

/** Ms that the deletion of a key waits for what it has open to be closed. */
const CLOSED_WITHIN = 15_000;
const STILL_WORKING = 'The exchange has not confirmed it yet. Try again in a moment.';

/** What a key that is to be deleted has open, and how that ends. */
export function blocksOfKeys(orders: Orders) {
  const { db, clock, engine } = orders;

  async function end(userId: string, keyId: string, how: 'close' | 'leave'): Promise<BlockRef[]> {
    const refs = await keyPositionsStore(db, userId).end(keyId, { how, now: clock() });
    for (const ref of refs) engine.schedule(ref);
    await Promise.all(refs.map((ref) => engine.idle(ref, CLOSED_WITHIN)));
    return refs;
  }

  return {
    open: (userId: string) => keyPositionsStore(db, userId).openByKey(),
    async close(userId: string, keyId: string): Promise<string[]> {
      orders.trading.mustBeOpen(userId);
      const views = await Promise.all((await end(userId, keyId, 'close')).map((ref) => readView(db, ref)));
      const left = views.flatMap((view) => view?.positions ?? []).filter((position) => position.keyId === keyId);
      const open = left.filter(({ row }) => row.endedAt === null);
      return open.map((position) => position.row.reason ?? unsettledFault(position) ?? STILL_WORKING);
    },
    async leave(userId: string, keyId: string): Promise<void> {
      await end(userId, keyId, 'leave');
      await keyPositionsStore(db, userId).endReleased(keyId, clock());
    },
  };
}
