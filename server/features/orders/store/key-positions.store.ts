import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderBlocks, positions } from '../../../db/schema/orders.ts';
import type { BlockRef } from './block-view.store.ts';
import { addEvents, type BlockEvent, closeBlock, lockBlocks } from './work.store.ts';

const reads = prepared((db) => ({
  openByKey: db
    .select({ keyId: positions.keyId, blocks: count() })
    .from(positions)
    .where(and(eq(positions.userId, sql.placeholder('owner')), isNull(positions.endedAt)))
    .groupBy(positions.keyId)
    .prepare('open_by_key'),
}));

interface Ending {
  /** Of the line in the block's story. */
  kind: string;
  set: { released?: true; ending?: 'close' };
}
const ENDINGS = {
  close: { kind: 'key-leaves', set: { ending: 'close' } },
  leave: { kind: 'released', set: { released: true } },
  limit: { kind: 'loss-limit', set: { ending: 'close' } },
} as const satisfies Record<string, Ending>;

async function endReleased(db: Db, owner: string, { keyId, now }: { keyId: string; now: number }): Promise<BlockRef[]> {
  const released = and(
    eq(positions.userId, owner),
    eq(positions.keyId, keyId),
    eq(positions.released, true),
    isNull(positions.endedAt),
  );
  return db.transaction(async (tx) => {
    const found = await tx.select({ blockId: positions.blockId }).from(positions).where(released);
    await lockBlocks(
      tx,
      owner,
      found.map(({ blockId }) => blockId),
    );
    const set = { state: 'released', endReason: 'released', endedAt: now, updatedAt: now } as const;
    const { id, blockId: ofBlock } = positions;
    const ended = await tx.update(positions).set(set).where(released).returning({ positionId: id, blockId: ofBlock });
    const events = ended.map((row): BlockEvent => ({
      ...row,
      userId: owner,
      kind: 'ended',
      details: { how: 'released' },
      at: now,
    }));
    await addEvents(tx, events);
    const refs = ended.map(({ blockId }) => ({ userId: owner, blockId }));
    for (const ref of refs) await closeBlock(tx, ref, now);
    return refs;
  });
}

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
      endAll({ ...ENDINGS[of.how], now: of.now }, eq(positions.keyId, keyId)),
    /** Ends what a key has released: its engine may wait for answers that need the key. */
    endReleased: (keyId: string, now: number): Promise<BlockRef[]> => endReleased(db, owner, { keyId, now }),
    /** EX-12: closes what a key has open, or all keys (null), once: not what its owner has to settle first. */
    closeByLimit: (keyId: string | null, now: number): Promise<BlockRef[]> =>
      endAll(
        { ...ENDINGS.limit, now },
        and(
          keyId === null ? undefined : eq(positions.keyId, keyId),
          eq(positions.ending, 'none'),
          eq(positions.released, false),
          isNull(positions.interference),
          isNull(positions.handsTo),
        ),
      ),
  };

  function endAll({ kind, set, now }: Ending & { now: number }, which: SQL | undefined): Promise<BlockRef[]> {
    return db.transaction(async (tx) => {
      const theirs = and(open, which);
      const found = await tx.selectDistinct({ blockId: positions.blockId }).from(positions).where(theirs);
      const blockIds = found.map(({ blockId }) => blockId);
      await lockBlocks(tx, owner, blockIds);
      const ended = await tx
        .update(positions)
        .set({ ...set, ...(set.ending && { retriedAt: now, reason: null }), interference: null, updatedAt: now })
        .where(and(theirs, inArray(positions.blockId, blockIds)))
        .returning({ id: positions.id, blockId: positions.blockId });
      const refs = ended.map(({ blockId }) => ({ userId: owner, blockId }));
      for (const { blockId } of refs)
        await tx
          .update(orderBlocks)
          .set({ dueAt: now })
          .where(and(eq(orderBlocks.userId, owner), eq(orderBlocks.id, blockId)));
      await addEvents(
        tx,
        ended.map(({ id, blockId }): BlockEvent => ({
          userId: owner,
          blockId,
          positionId: id,
          kind,
          details: {},
          at: now,
        })),
      );
      return refs;
    });
  }
}
