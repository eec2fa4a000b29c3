import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { CarriedPart } from '../../../domain/averaging/carried.ts';
import { LIVE_STATES } from '../../../domain/position/order-state.ts';
import type { HandedOver } from '../../../domain/position/state.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import type { BlockRef, PositionRow } from './block-view.store.ts';
import { addEvents, closeBlock, lockBlocks } from './work.store.ts';

const NOT_THERE = 'The block that it was to be joined into no longer exists.';
const TRADED = 'One of its orders was filled.';

interface Over {
  /** What each taker gets, by its position. */
  parts: ReadonlyMap<string, CarriedPart>;
  end: HandedOver;
  now: number;
}

const ofPosition = ({ userId, id }: Pick<PositionRow, 'userId' | 'id'>) =>
  and(eq(positions.userId, userId), eq(positions.id, id));
const takersOf = ({ userId, handsTo }: PositionRow) =>
  and(eq(positions.userId, userId), inArray(positions.id, handsTo?.map(({ positionId }) => positionId) ?? []));

/** The takers, locked together with the block that goes over. */
async function lockedTakers(tx: Tx, row: PositionRow): Promise<PositionRow[]> {
  const found = await tx.select({ blockId: positions.blockId }).from(positions).where(takersOf(row));
  await lockBlocks(tx, row.userId, [row.blockId, ...found.map(({ blockId }) => blockId)]);
  return tx.select().from(positions).where(takersOf(row));
}

/** Whether anything but its entry rests, or has traded: by what is written now, not by what was read before. */
async function hasExits(tx: Tx, userId: string, positionIds: readonly string[]): Promise<'live' | 'traded' | null> {
  const isExit = and(eq(orders.userId, userId), inArray(orders.positionId, [...positionIds]), ne(orders.leg, 'entry'));
  const isOfNote = or(inArray(orders.state, LIVE_STATES), gt(orders.filledQuantity, ZERO));
  const found = await tx.select({ filled: orders.filledQuantity }).from(orders).where(and(isExit, isOfNote));
  if (found.some(({ filled }) => filled.gt(0))) return 'traded';
  return found.length > 0 ? 'live' : null;
}

/** No taker waits for it any more; each is looked at again. */
async function release(
  tx: Tx,
  row: PositionRow,
  { takers, now }: { takers: readonly PositionRow[]; now: number },
): Promise<void> {
  await tx
    .update(positions)
    .set({ awaits: sql`array_remove(${positions.awaits}, ${row.id}::uuid)`, updatedAt: now })
    .where(takersOf(row));
  const blockIds = takers.map(({ blockId }) => blockId);
  await tx
    .update(orderBlocks)
    .set({ dueAt: now })
    .where(and(eq(orderBlocks.userId, row.userId), inArray(orderBlocks.id, blockIds)));
}

const refsOf = (takers: readonly PositionRow[]): BlockRef[] =>
  takers.map(({ userId, blockId }) => ({ userId, blockId }));

async function stay(tx: Tx, row: PositionRow, of: { takers: readonly PositionRow[]; why: string; now: number }) {
  const { takers, why, now } = of;
  await release(tx, row, { takers, now });
  const reason = `It was not ${row.handsTo?.length === 1 ? 'joined' : 'split'}: ${why}`;
  await tx.update(positions).set({ handsTo: null, reason, updatedAt: now }).where(ofPosition(row));
  const { userId, blockId, id: positionId } = row;
  await tx
    .update(orderBlocks)
    .set({ dueAt: now })
    .where(and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId)));
  await addEvents(tx, [{ userId, blockId, positionId, kind: 'stays', details: { reason }, at: now }]);
}

async function take(tx: Tx, row: PositionRow, { takers, parts, end, now }: Over & { takers: readonly PositionRow[] }) {
  const { userId, blockId, id } = row;
  await release(tx, row, { takers, now });
  for (const taker of takers) {
    const part = parts.get(taker.id);
    const carried = [...(taker.carried ?? []), ...(part ? [part] : [])];
    await tx.update(positions).set({ carried }).where(ofPosition(taker));
  }
  await tx.update(positions).set({ endReason: end, endedAt: now, state: end, updatedAt: now }).where(ofPosition(row));
  await closeBlock(tx, { userId, blockId }, now);
  const [from, into] = end === 'joined' ? ['joined-from', 'joined-into'] : ['split-from', 'split-into'];
  await addEvents(tx, [
    {
      userId,
      blockId,
      positionId: id,
      kind: into,
      details: { blockIds: takers.map((taker) => taker.blockId) },
      at: now,
    },
    ...takers.map((taker) => {
      const details = { blockId, ...amountsOf(parts.get(taker.id)) };
      return { userId, blockId: taker.blockId, positionId: taker.id, kind: from, details, at: now };
    }),
  ]);
}

function amountsOf(part: CarriedPart | undefined): { quantity: string; counter: string } {
  const sum = (of: 'quantity' | 'counter') =>
    (part?.trades ?? []).reduce((total, trade) => total.plus(trade[of]), ZERO).toFixed();
  return { quantity: sum('quantity'), counter: sum('counter') };
}

/** Positions that go over to other blocks: everything of it or nothing, whatever ends in between. */
export function handOverStore(db: Db) {
  return {
    /** With all that it cost. It stays where it, or a taker, has traded or ended meanwhile. Answers the takers' blocks. */
    over: (row: PositionRow, of: Over): Promise<BlockRef[]> =>
      db.transaction(async (tx) => {
        const takers = await lockedTakers(tx, row);
        // M-16: an order that another process writes for it at this moment is seen.
        const [own] = await tx.select().from(positions).where(ofPosition(row)).for('update');
        if (!own || own.handsTo === null || own.endedAt !== null) return [];
        const exits = await hasExits(tx, row.userId, [row.id]);
        if (exits === 'live') return [];
        const isGone =
          takers.length < own.handsTo.length || takers.some((each) => each.endedAt !== null || each.released);
        const theirs = await hasExits(
          tx,
          row.userId,
          takers.map(({ id }) => id),
        );
        const why = exits === 'traded' ? TRADED : isGone || theirs === 'traded' ? NOT_THERE : null;
        if (why === null) await take(tx, row, { ...of, takers });
        else await stay(tx, row, { takers, why, now: of.now });
        return refsOf(takers);
      }),
    /** It stays what it was, and no block waits for it. Answers the blocks that did. */
    stay: (row: PositionRow, of: { why: string; now: number }): Promise<BlockRef[]> =>
      db.transaction(async (tx) => {
        const takers = await lockedTakers(tx, row);
        await stay(tx, row, { ...of, takers });
        return refsOf(takers);
      }),
  };
}
