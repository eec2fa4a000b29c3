import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orderBlocks, positions } from '../../../db/schema/orders.ts';
import type { Intent } from '../../../domain/position/position.ts';
import { exitDetails } from '../intent.ts';
import type { BlockView } from './block-view.store.ts';
import { addEvents } from './work.store.ts';

/** Gives a block the exits and the ending that it had, unless it is over or its owner gave it other exits since. */
export function putBack(db: Db, { block, positions: parts }: BlockView, now: number): Promise<boolean> {
  const { userId, id: blockId, takeProfits, stop, plan, timing, before } = block;
  const named = and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId), eq(orderBlocks.open, true));
  const isBare = and(sql`jsonb_array_length(${orderBlocks.takeProfits}) = 0`, isNull(orderBlocks.stop));
  const ending = sql<
    Intent['ending']
  >`case when ${orderBlocks.ending} = 'remove' then ${block.ending} else ${orderBlocks.ending} end`;
  return db.transaction(async (tx) => {
    const [written] = await tx
      .update(orderBlocks)
      .set({ takeProfits, stop, plan, timing, before, ending, dueAt: now, updatedAt: now })
      .where(and(named, isBare))
      .returning({ ending: orderBlocks.ending });
    if (!written) return false;
    for (const { id, row } of parts) {
      const { ignoresTargets, stopReachedAt } = row;
      const part = and(eq(positions.userId, userId), eq(positions.id, id), isNull(positions.endedAt));
      await tx.update(positions).set({ ignoresTargets, stopReachedAt, retriedAt: now, reason: null }).where(part);
    }
    const details = { ...exitDetails({ takeProfits, stop }), ...written };
    await addEvents(tx, [{ userId, blockId, positionId: null, kind: 'wish', details, at: now }]);
    return true;
  });
}
