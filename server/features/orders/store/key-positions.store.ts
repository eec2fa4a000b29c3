import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderBlocks, positions } from '../../../db/schema/orders.ts';
import type { BlockRef } from './block-view.store.ts';
import { addEvents, type BlockEvent, lockBlocks } from './work.store.ts';

const reads = prepared((db) => ({
  openByKey: db
    .select({ keyId: positions.keyId, blocks: count() })
    .from(positions)
    .where(and(eq(positions.userId, sql.placeholder('owner')), isNull(positions.endedAt)))
    .groupBy(positions.keyId)
    .prepare('open_by_key'),
}));

/** A person's positions by the key that they are on. */
export function keyPositionsStore(db: Db, owner: string) {
  const open = and(eq(positions.userId, owner), isNull(positions.endedAt));
  return {
    /** How many blocks each key has something open in. */
    async openByKey(): Promise<Map<string, number>> {
      const found = await reads(db).openByKey.execute({ owner });
      return new Map(found.map(({ keyId, blocks }) => [keyId, blocks]));
    },
    /** Lets a key's positions go, or closes them; answers their blocks. */
    end: (keyId: string, of: { how: 'close' | 'leave'; now: number }): Promise<BlockRef[]> =>
      db.transaction(async (tx) => {
        const set =
          of.how === 'leave' ? { released: true } : { ending: 'close' as const, retriedAt: of.now, reason: null };
        const theirs = and(open, eq(positions.keyId, keyId));
        const found = await tx.selectDistinct({ blockId: positions.blockId }).from(positions).where(theirs);
        const blockIds = found.map(({ blockId }) => blockId);
        await lockBlocks(tx, owner, blockIds);
        const ended = await tx
          .update(positions)
          .set({ ...set, interference: null, updatedAt: of.now })
          .where(and(theirs, inArray(positions.blockId, blockIds)))
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
