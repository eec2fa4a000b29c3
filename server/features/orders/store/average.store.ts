import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Taker } from '../../../domain/averaging/carried.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { orderBlocks, positions } from '../../../db/schema/orders.ts';
import type { BlockRow } from './block-view.store.ts';
import { addEvents, type BlockEvent, lockBlocks } from './work.store.ts';

/** A position that takes over what others hold. */
export interface TakingPosition {
  id: string;
  keyId: string;
  ordinal: number;
  /** The average to be, and all that its entry will have traded. */
  price: Big;
  quantity: Big;
  awaits: string[];
}
export interface TakingBlock extends Pick<
  BlockRow,
  'id' | 'market' | 'symbol' | 'section' | 'counterEarning' | 'origin' | 'botId' | 'takeProfits' | 'stop'
> {
  /** Left out, its exits are no plan. */
  plan?: number;
  timing?: BlockRow['timing'];
  positions: TakingPosition[];
}
export interface Average {
  blocks: TakingBlock[];
  /** The positions that go over, by id. */
  going: ReadonlyMap<string, { blockId: string; takers: Taker[] }>;
  /** Blocks of which parts on copy keys stay, since they have not filled yet: they get these exits with their fills. */
  staying?: { blockIds: readonly string[]; exits: Pick<BlockRow, 'takeProfits' | 'stop'> };
  events: BlockEvent[];
  now: number;
}

class Changed extends Error {}

/** Each that goes over stands as it was seen, and goes nowhere else. */
async function send(tx: Tx, owner: string, { going, now }: Average): Promise<void> {
  const blockIds = [...new Set([...going.values()].map(({ blockId }) => blockId))];
  await lockBlocks(tx, owner, blockIds);
  const blocks = and(eq(orderBlocks.userId, owner), inArray(orderBlocks.id, blockIds));
  const open = and(blocks, eq(orderBlocks.open, true), ne(orderBlocks.ending, 'close'));
  const due = await tx.update(orderBlocks).set({ dueAt: now }).where(open).returning({ id: orderBlocks.id });
  if (due.length < blockIds.length) throw new Changed();
  for (const [id, { takers: handsTo }] of going) {
    const own = and(eq(positions.userId, owner), eq(positions.id, id));
    const { endedAt, handsTo: before, interference, released, awaits } = positions;
    const stands = and(isNull(endedAt), isNull(before), isNull(interference), eq(released, false), eq(awaits, []));
    const set = { handsTo, reason: null, updatedAt: now };
    const sent = await tx.update(positions).set(set).where(and(own, stands)).returning({ id: positions.id });
    if (sent.length === 0) throw new Changed();
  }
}

async function addBlocks(tx: Tx, owner: string, { blocks, now }: Average): Promise<void> {
  const times = { createdAt: now, updatedAt: now };
  for (const { positions: own, ...block } of blocks) {
    await tx.insert(orderBlocks).values({ ...block, ...times, userId: owner, dueAt: now });
    const rows = own.map((position) =>
      Object.assign(
        { carried: [], state: 'joining', userId: owner, blockId: block.id, sendBefore: now },
        position,
        times,
      ),
    );
    await tx.insert(positions).values(rows);
  }
}

async function protectStaying(tx: Tx, owner: string, { staying, now }: Average): Promise<void> {
  if (!staying || staying.blockIds.length === 0) return;
  const blocks = and(eq(orderBlocks.userId, owner), inArray(orderBlocks.id, [...staying.blockIds]));
  await tx
    .update(orderBlocks)
    .set({ ...staying.exits, updatedAt: now })
    .where(blocks);
}

export function averageStore(db: Db, owner: string) {
  return {
    /**
     * New blocks, and who goes over to them, before anything is taken down: everything or nothing. False where one of them
     * has changed since it was seen; a block that is there already is a duplicate.
     */
    async write(average: Average): Promise<boolean> {
      try {
        await db.transaction(async (tx) => {
          await send(tx, owner, average);
          await addBlocks(tx, owner, average);
          await protectStaying(tx, owner, average);
          await addEvents(tx, average.events);
        });
        return true;
      } catch (error) {
        if (error instanceof Changed) return false;
        throw error;
      }
    },
  };
}
