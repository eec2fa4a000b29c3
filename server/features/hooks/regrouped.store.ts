import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { hookSignals, orderBlocks } from '../../db/schema/index.ts';
import { isNotClosing } from './not-closing.store.ts';

const isRegrouped = inArray(orderBlocks.origin, ['joined', 'split']);

/**
 * Open blocks that took over others (`held`), each with itself and all that it took over, directly or through others
 * (`source`); `of` chooses among the open blocks.
 */
export const takenOver = (of: SQL | undefined): SQL => sql`taken (user_id, held, source) as (
  select ${orderBlocks.userId}, ${orderBlocks.id}, ${orderBlocks.id} from ${orderBlocks}
    where ${and(eq(orderBlocks.open, true), isRegrouped, of)}
  union
  select taken.user_id, taken.held, (part ->> 'blockId')::uuid
    from taken join positions on positions.user_id = taken.user_id and positions.block_id = taken.source
    cross join lateral jsonb_array_elements(positions.carried) part)`;

const given = sql.placeholder;

/** Whether a source that was placed, and took over none, is of the hook. */
const isOfHook = sql`exists (select 1 from ${hookSignals} where ${and(
  eq(hookSignals.userId, given('userId')),
  eq(hookSignals.hookId, given('hookId')),
  eq(hookSignals.result, 'taken'),
  eq(hookSignals.symbol, given('symbol')),
)} and ${hookSignals.blockId} = placed.id)`;

const blocks = prepared((db) => {
  const ofPair = and(eq(orderBlocks.userId, given('userId')), eq(orderBlocks.symbol, given('symbol')), isNotClosing);
  const judged = sql`judged (held, is_own) as (
    select taken.held, bool_and(${isOfHook}) from taken
      join order_blocks placed on placed.user_id = taken.user_id and placed.id = taken.source
        and placed.origin not in ('joined', 'split')
      group by taken.held having bool_or(${isOfHook}))`;
  return db
    .select({ id: orderBlocks.id, isOwn: sql<boolean>`judged.is_own` })
    .from(orderBlocks)
    .innerJoin(sql`(with recursive ${takenOver(ofPair)}, ${judged} select * from judged) judged`, sql`true`)
    .where(and(eq(orderBlocks.userId, given('userId')), eq(orderBlocks.id, sql`judged.held`)))
    .orderBy(asc(orderBlocks.createdAt), asc(orderBlocks.id))
    .prepare('regrouped_blocks_of_hook');
});

/**
 * Open blocks of a pair into which their owner joined or split blocks of the hook, the oldest first. Its own are those
 * that hold nothing else: what was joined with another block is its owner's alone.
 */
export const regroupedBlocks = (db: Db) => blocks(db);
