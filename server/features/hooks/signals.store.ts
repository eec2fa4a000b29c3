import { DAY } from '#contracts/rules/time.ts';
import { and, asc, count, desc, eq, gte, inArray, like, lt, max, ne, not, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { botDeals, botRuns, hooks, hookSignals, orderBlocks, orders, positions } from '../../db/schema/index.ts';
import type { HookRow } from './hooks.store.ts';

export type SignalRow = typeof hookSignals.$inferSelect;
export type NewSignal = Omit<typeof hookSignals.$inferInsert, 'userId' | 'hookId'>;
export type SignalState = SignalRow['state'];
export interface HookRef {
  userId: string;
  hookId: string;
}

const ofHook = ({ userId, hookId }: HookRef) => and(eq(hookSignals.userId, userId), eq(hookSignals.hookId, hookId));
const IS_TAKEN = eq(hookSignals.result, 'taken');

const given = sql.placeholder;
const ofGivenHook = and(eq(hookSignals.userId, given('userId')), eq(hookSignals.hookId, given('hookId')));

/** An entry of the main key's part of a block: what became of a copy is another matter. */
const isMainEntry = and(
  eq(positions.userId, orders.userId),
  eq(positions.id, orders.positionId),
  eq(positions.ordinal, 0),
  eq(orders.leg, 'entry'),
);
/** A block ends a moment after its entry was refused; it holds nothing in between. */
const isRefused = sql`coalesce((select bool_and(${orders.state} = 'rejected') from ${orders} join ${positions} on ${isMainEntry}
  where ${orders.userId} = ${orderBlocks.userId} and ${orders.blockId} = ${orderBlocks.id}), false)`;
/** Whether a block of a hook counts as its position: open, not being closed, its entry not refused. */
export const isHeld = and(eq(orderBlocks.open, true), ne(orderBlocks.ending, 'close'), not(isRefused));

const openBlocks = (db: Db) =>
  db
    .select({ id: orderBlocks.id })
    .from(hookSignals)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, hookSignals.userId), eq(orderBlocks.id, hookSignals.blockId)))
    .where(and(ofGivenHook, IS_TAKEN, eq(hookSignals.symbol, given('symbol')), isHeld))
    .orderBy(asc(orderBlocks.createdAt), asc(orderBlocks.id));

/**
 * Of two engines the first settles it. Of failures in a row the first has a notice (W-10): that is kept with it. What was
 * done is not flushed by itself: its event is next in the same log, and done once more it would do nothing.
 */
function settlement(db: Db) {
  const isDone = sql`${given('state')}::text = 'done'`;
  const isNews = and(
    eq(hooks.userId, given('userId')),
    eq(hooks.id, given('hookId')),
    sql`${hooks.isNotified} = (${isDone})`,
  );
  // The hook before its signal, as its next signal locks them: the opposite order could deadlock.
  const locked = db
    .$with('locked')
    .as(db.select({ lockedId: hooks.id }).from(hooks).where(isNews).for('no key update'));
  const settling = db
    .update(hookSignals)
    .set({
      state: sql`${given('state')}::text`,
      outcome: sql`${given('outcome')}::text`,
      doneAt: sql`${given('doneAt')}::bigint`,
    })
    .where(
      and(
        ofGivenHook,
        eq(hookSignals.id, given('id')),
        eq(hookSignals.state, 'waiting'),
        sql`(select count(*) from locked) >= 0`,
      ),
    );
  const settled = db.$with('settled').as(settling.returning({ settledId: hookSignals.id, result: hookSignals.result }));
  const marking = db
    .update(hooks)
    .set({ isNotified: sql`not (${isDone})` })
    .where(and(isNews, sql`exists (select 1 from settled where result = 'taken')`));
  const marked = db.$with('marked').as(marking.returning({ notifiedOf: hooks.id }));
  const unflushed = sql`set_config('synchronous_commit', case when ${isDone} then 'off'
    else current_setting('synchronous_commit') end, true)`;
  return db
    .with(locked, settled, marked)
    .select({ id: settled.settledId, notifiedOf: marked.notifiedOf })
    .from(settled)
    .innerJoin(sql`${unflushed} unflushed`, sql`true`)
    .leftJoin(marked, sql`true`);
}

/** Of every signal that is acted on. */
const statements = prepared((db) => ({
  openBlocks: openBlocks(db).prepare('open_blocks_of_hook'),
  next: db
    .select({ row: hookSignals, hook: hooks })
    .from(hookSignals)
    .innerJoin(hooks, and(eq(hooks.userId, hookSignals.userId), eq(hooks.id, hookSignals.hookId)))
    .where(and(ofGivenHook, eq(hookSignals.state, 'waiting')))
    .orderBy(asc(hookSignals.receivedAt), asc(hookSignals.id))
    .limit(2)
    .prepare('next_signals'),
  settle: settlement(db).prepare('settle_signal'),
  entry: db
    .select({ state: orders.state, reason: orders.reason, open: orderBlocks.open })
    .from(orderBlocks)
    .innerJoin(orders, and(eq(orders.userId, orderBlocks.userId), eq(orders.blockId, orderBlocks.id)))
    .innerJoin(positions, isMainEntry)
    .where(and(eq(orderBlocks.userId, given('userId')), eq(orderBlocks.id, given('blockId'))))
    .orderBy(desc(orders.placedAt))
    .limit(1)
    .prepare('entry_of_signal'),
}));

/** Whether a bot was started by a signal, or has a deal that it opened. */
export async function hasMovedBot(db: Db, userId: string, signalId: string): Promise<boolean> {
  const isStart = and(eq(botRuns.userId, userId), eq(botRuns.startKey, startKeyOf(signalId)));
  const isDeal = and(eq(botDeals.userId, userId), eq(botDeals.signalId, signalId));
  const [started, opened] = await Promise.all([
    db.select({ id: botRuns.id }).from(botRuns).where(isStart).limit(1),
    db.select({ number: botDeals.number }).from(botDeals).where(isDeal).limit(1),
  ]);
  return started.length + opened.length > 0;
}

/** By which the start of a bot that a signal asks for is done once. */
export const startKeyOf = (signalId: string): string => `signal ${signalId}`;

/** The hook's blocks of a pair that count as its position, the oldest first. */
export const openBlocksOf = async (db: Db, of: HookRef & { symbol: string }): Promise<string[]> =>
  (await statements(db).openBlocks.execute({ ...of })).map(({ id }) => id);

/** Signals of a hook as they are acted on, and as its log shows them. */
export function signalsStore(db: Db, ref: HookRef) {
  const mine = ofHook(ref);
  const one = (id: string) => and(mine, eq(hookSignals.id, id));
  return {
    async hasDryRun(): Promise<boolean> {
      const [found] = await db
        .select({ id: hookSignals.id })
        .from(hookSignals)
        .where(and(mine, eq(hookSignals.result, 'dry-run'), ne(hookSignals.state, 'waiting')))
        .limit(1);
      return found !== undefined;
    },
    /** The one that has waited longest, with the hook as it is now, and whether others wait; null where none does. */
    async next(): Promise<{ row: SignalRow; hook: HookRow; isLast: boolean } | null> {
      const [first, second] = await statements(db).next.execute({ ...ref });
      return first ? { ...first, isLast: second === undefined } : null;
    },
    /** Written before the engine acts: after a crash it goes on with the same blocks. */
    begin: async (id: string, blocks: string[]): Promise<void> => {
      await db.update(hookSignals).set({ blocks }).where(one(id));
    },
    /** Null where another engine was first; `isFirst` of a failure that follows no other (W-10). */
    async settle(
      id: string,
      to: { state: SignalState; outcome: string; doneAt: number },
    ): Promise<{ isFirst: boolean } | null> {
      const [settled] = await statements(db).settle.execute({ ...ref, ...to, id });
      return settled ? { isFirst: settled.notifiedOf !== null } : null;
    },
    async page({ page, size }: { page: number; size: number }): Promise<{ rows: SignalRow[]; total: number }> {
      const [total] = await db.select({ count: count() }).from(hookSignals).where(mine);
      const rows = await db
        .select()
        .from(hookSignals)
        .where(mine)
        .orderBy(desc(hookSignals.receivedAt), desc(hookSignals.id))
        .limit(size)
        .offset(page * size);
      return { rows, total: total?.count ?? 0 };
    },
  };
}

/** what came for a signal bot since then, UTC epoch ms, of hooks that still name it: what was acted on, or was out of step. */
export async function signalsOfBot(db: Db, { userId, botId, since }: { userId: string; botId: string; since: number }) {
  const at = sql<number>`coalesce(${hookSignals.doneAt}, ${hookSignals.receivedAt})::float8`;
  const wasActedOn = and(IS_TAKEN, inArray(hookSignals.state, ['done', 'failed']));
  const wasOutOfStep = and(eq(hookSignals.result, 'refused'), like(hookSignals.reason, 'out of step%'));
  const { id, action, price, marketPrice, share } = hookSignals;
  return db
    .select({ id, action, price, marketPrice, share, at })
    .from(hookSignals)
    .innerJoin(hooks, and(eq(hooks.userId, hookSignals.userId), eq(hooks.id, hookSignals.hookId)))
    .where(
      and(
        eq(hookSignals.userId, userId),
        sql`${hooks.template} ->> 'signalBot' = ${botId}`,
        or(wasActedOn, wasOutOfStep),
        gte(hookSignals.receivedAt, since),
      ),
    );
}

/** How the main key's entry of a block stands; null while the block is not written. */
export async function entryOf(
  db: Db,
  of: { userId: string; blockId: string },
): Promise<{ state: string; reason: string | null; open: boolean } | null> {
  const [found] = await statements(db).entry.execute(of);
  return found ?? null;
}

/** When each hook of a person last received something, and whether it was run dry. */
export async function seenOf(db: Db, userId: string): Promise<Map<string, { lastAt: number | null; dry: number }>> {
  const dry = sql<number>`(count(*) filter (where ${hookSignals.result} = 'dry-run' and ${hookSignals.state} <> 'waiting'))::int`;
  const rows = await db
    .select({ hookId: hookSignals.hookId, lastAt: max(hookSignals.receivedAt), dry })
    .from(hookSignals)
    .where(eq(hookSignals.userId, userId))
    .groupBy(hookSignals.hookId);
  return new Map(rows.map(({ hookId, lastAt, dry: runs }) => [hookId, { lastAt, dry: runs }]));
}

/** The hooks of all people for which something waits. */
export async function hooksThatWait(db: Db): Promise<HookRef[]> {
  return db
    .selectDistinct({ userId: hookSignals.userId, hookId: hookSignals.hookId })
    .from(hookSignals)
    .where(eq(hookSignals.state, 'waiting'))
    .prepare('hooks_that_wait')
    .execute();
}

/** W-13. */
const LOG_KEPT_FOR = 90 * DAY;

/**
 * Signals of all people that are older than the log keeps. What still waits stays, and so does what opened a block that is
 * still open: by it the hook knows what it holds. `now` in UTC epoch ms.
 */
export async function forgetSignals(db: Db, now: number): Promise<void> {
  const isOld = lt(hookSignals.receivedAt, now - LOG_KEPT_FOR);
  const itsOpenBlock = db
    .select({ id: orderBlocks.id })
    .from(orderBlocks)
    .where(
      and(
        eq(orderBlocks.userId, hookSignals.userId),
        eq(orderBlocks.id, hookSignals.blockId),
        eq(orderBlocks.open, true),
      ),
    );
  await db.delete(hookSignals).where(and(isOld, ne(hookSignals.state, 'waiting'), notExists(itsOpenBlock)));
}
