import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { blockEvents, orderBlocks, positions } from '../../../db/schema/orders.ts';
import type { PositionRow } from './block-view.store.ts';
import { addEvents } from './work.store.ts';

export interface OpenHolding {
  userId: string;
  keyId: string;
  market: string;
  symbol: string;
  section: 'buy' | 'sell';
}

/** On which pairs keys have positions that are not over; of all people where none are named. */
export const openHoldings = (db: Db, keyIds?: readonly string[]): Promise<OpenHolding[]> =>
  db
    .selectDistinct({
      userId: positions.userId,
      keyId: positions.keyId,
      market: orderBlocks.market,
      symbol: orderBlocks.symbol,
      section: orderBlocks.section,
    })
    .from(positions)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, positions.userId), eq(orderBlocks.id, positions.blockId)))
    .where(and(isNull(positions.endedAt), keyIds && inArray(positions.keyId, [...keyIds])));

/**
 * Asks a position's owner what is to become of it. False where it is over, asks already, or something was written off
 * since `row` was read: its owner has just answered, and what was seen before is no news.
 */
export const askOwner = (
  db: Db,
  { userId, blockId, id, writtenOff }: PositionRow,
  { details, now }: { details: Record<string, unknown>; now: number },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const mine = and(eq(positions.userId, userId), eq(positions.id, id));
    const isSame = eq(positions.writtenOff, writtenOff);
    const waits = and(isNull(positions.endedAt), isNull(positions.interference), eq(positions.released, false), isSame);
    const asked = await tx
      .update(positions)
      .set({ interference: 'balance-spent', updatedAt: now })
      .where(and(mine, waits))
      .returning({ id: positions.id });
    if (asked.length === 0) return false;
    await addEvents(tx, [{ userId, blockId, positionId: id, kind: 'interference', details, at: now }]);
    return true;
  });

/** What of a position is in doubt, base units: what orders made by hand have traded, or what is not there any more. */
export interface InDoubt {
  traded: Big;
  missing: Big;
}
const NOTHING: InDoubt = { traded: ZERO, missing: ZERO };
/** What says how much is in doubt, and what ends the doubt. */
const ABOUT_DOUBT = ['interference', 'sale-limited', 'adopted', 'kept', 'released'];

const amount = (name: string) => sql<string>`coalesce(${blockEvents.details} ->> ${name}, '0')`;

/** By what each position's owner was asked last, and has not answered; nothing of a position that is not among them. */
export async function inDoubt(db: Db, owner: string, positionIds: readonly string[]): Promise<Map<string, InDoubt>> {
  if (positionIds.length === 0) return new Map();
  const found = await db
    .selectDistinctOn([blockEvents.positionId], {
      id: blockEvents.positionId,
      traded: amount('traded'),
      missing: amount('missing'),
    })
    .from(blockEvents)
    .where(
      and(
        eq(blockEvents.userId, owner),
        inArray(blockEvents.positionId, [...positionIds]),
        inArray(blockEvents.kind, ABOUT_DOUBT),
      ),
    )
    .orderBy(blockEvents.positionId, desc(blockEvents.at), desc(blockEvents.id));
  return new Map(
    found.flatMap(({ id, traded, missing }): [string, InDoubt][] =>
      id === null ? [] : [[id, { traded: new Big(traded), missing: new Big(missing) }]],
    ),
  );
}

export const inDoubtOf = async (db: Db, { userId, id }: Pick<PositionRow, 'userId' | 'id'>): Promise<InDoubt> =>
  (await inDoubt(db, userId, [id])).get(id) ?? NOTHING;

/** Less is sold of a position than was asked for: what is missing is not sold from what others hold. */
export const noteLimited = (
  db: Db,
  { userId, blockId, id }: PositionRow,
  { details, now }: { details: Record<string, unknown>; now: number },
): Promise<void> => addEvents(db, [{ userId, blockId, positionId: id, kind: 'sale-limited', details, at: now }]);
