import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { blockNotes, orderBlocks } from '../../../db/schema/orders.ts';

export interface Note {
  tags: string[];
  note: string;
}

/** What a person noted about their blocks. */
export function notesStore(db: Db, owner: string) {
  const mine = eq(blockNotes.userId, owner);
  async function read(condition?: SQL): Promise<ReadonlyMap<string, Note>> {
    const rows = await db
      .select({ blockId: blockNotes.blockId, tags: blockNotes.tags, note: blockNotes.note })
      .from(blockNotes)
      .where(and(mine, condition));
    return new Map(rows.map(({ blockId, tags, note }) => [blockId, { tags, note }]));
  }
  return {
    all: () => read(),
    of: async (blockIds: readonly string[]) =>
      blockIds.length > 0 ? read(inArray(blockNotes.blockId, [...blockIds])) : new Map<string, Note>(),
    /** False where the person has no such block. An empty note is deleted. */
    async upsert(blockId: string, { tags, note }: Note, now: number): Promise<boolean> {
      const [block] = await db
        .select({ id: orderBlocks.id })
        .from(orderBlocks)
        .where(and(eq(orderBlocks.userId, owner), eq(orderBlocks.id, blockId)));
      if (!block) return false;
      if (tags.length === 0 && note === '') {
        await db.delete(blockNotes).where(and(mine, eq(blockNotes.blockId, blockId)));
        return true;
      }
      const set = { tags, note, updatedAt: now };
      await db
        .insert(blockNotes)
        .values({ userId: owner, blockId, ...set })
        .onConflictDoUpdate({ target: [blockNotes.userId, blockNotes.blockId], set });
      return true;
    },
    tags: (): Promise<{ tag: string; blocks: number }[]> => {
      const each = db
        .select({ tag: sql<string>`unnest(${blockNotes.tags})`.as('tag') })
        .from(blockNotes)
        .where(mine)
        .as('each');
      return db
        .select({ tag: each.tag, blocks: count() })
        .from(each)
        .groupBy(each.tag)
        .orderBy(desc(count()), each.tag);
    },
  };
}
