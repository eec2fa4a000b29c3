import { and, count, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orderBlocks, positions } from '../../../db/schema/orders.ts';
import type { BlockRef } from './block-view.store.ts';
import { addEvents, type BlockEvent } from './work.store.ts';

/** A person's positions by the key that they are on. */
export function keyPositionsStore(db: Db, owner: string) {
  const open = and(eq(positions.userId, owner), isNull(positions.endedAt));
  return {
    /** How many blocks each key has something open in. */
    async openByKey(): Promise<Map<string, number>> {
      const found = await db
        .select({ keyId: positions.keyId, blocks: count() })
        .from(positions)
        .where(open)
        .groupBy(positions.keyId);
      return new Map(found.map(({ keyId, blocks }) => [keyId, blocks]));
    },
    /** Lets a key's positions go, or closes them; answers their blocks. */
    end: (keyId: string, of: { how: 'close' | 'leave'; now: number }): Promise<BlockRef[]> =>
      db.transaction(async (tx) => {
        const set =
          of.how === 'leave' ? { released: true } : { ending: 'close' as const, retriedAt: of.now, reason: null };
        const ended = await tx
          .update(positions)
          .set({ ...set, interference: null, updatedAt: of.now })
          .where(and(open, eq(positions.keyId, keyId)))
          .returning({ id: positions.id, blockId: positions.blockId });
        const refs = ended.map(({ blockId }) => ({ userId: owner, blockId }));
        for (const { blockId } of refs)
          await tx
            .update(orderBlocks)
            .set({ dueAt: of.now })
            .where(and(eq(orderBlocks.userId, owner), eq(orderBlocks.id, blockId)));
        await addEvents(
          tx,
          ended.map(({ id, blockId }): BlockEvent => {
            const kind = of.how === 'leave' ? 'released' : 'key-leaves';
            return { userId: owner, blockId, positionId: id, kind, details: {}, at: of.now };
          }),
        );
        return refs;
      }),
  };
}
