import { DAY } from '#contracts/rules/time.ts';
import { and, asc, count, desc, eq, gt, gte, inArray, like, lt, max, ne, not, notExists, or, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { botDeals, botRuns, hooks, hookSignals, orderBlocks, orders, positions } from '../../db/schema/index.ts';
import type { HookRow } from './hooks.store.ts';
import { isMain, isNotClosing } from './not-closing.store.ts';
import { regroupedBlocks, takenOver } from './regrouped.store.ts';

export type SignalRow = typeof hookSignals.$inferSelect;
export type NewSignal = Omit<typeof hookSignals.$inferInsert, 'userId' | 'hookId'>;
export type SignalState = SignalRow['state'];
/** What of a dry run says how much it would have bought or sold. */
export type DryRun = Pick<
  SignalRow,
  'action' | 'amount' | 'marketPrice' | 'price' | 'share' | 'stopLoss' | 'takeProfits'
>;
export interface HookRef {
  userId: string;
  hookId: string;
}

/** The most dry runs of one position that are added up. */
const MOST_DRY_RUNS = 500;

const ofHook = ({ userId, hookId }: HookRef) => and(eq(hookSignals.userId, userId), eq(hookSignals.hookId, hookId));
const IS_TAKEN = eq(hookSignals.result, 'taken');

const given = sql.placeholder;
const ofGivenHook = and(eq(hookSignals.userId, given('userId')), eq(hookSignals.hookId, given('hookId')));

const isMainEntry = and(isMain, eq(orders.leg, 'entry'));
/** A block ends a moment after its entry was refused; it holds nothing in between. */
const isRefused = sql`coalesce((select bool_and(${orders.state} = 'rejected') from ${orders} join ${positions} on ${isMainEntry}
  where ${orders.userId} = ${orderBlocks.userId} and ${orders.blockId} = ${orderBlocks.id}), false)`;
/** Whether a block of a hook counts as its position: open, not being closed, its entry not refused. */
export const isHeld = and(eq(orderBlocks.open, true), isNotClosing, not(isRefused));

const openBlocks = (db: Db) =>
  db
    .select({ id: orderBlocks.id })
    .from(hookSignals)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, hookSignals.userId), eq(orderBlocks.id, hookSignals.blockId)))
    .where(and(ofGivenHook, IS_TAKEN, eq(hookSignals.symbol, given('symbol')), isHeld))
    .orderBy(asc(orderBlocks.createdAt), asc(orderBlocks.id));

/** W-10: of two engines the first settles a signal, with whether it is the first failure in a row. */
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
  // Lost in a crash it is done once more, which does nothing.
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

/** The hook's blocks of a pair that count as its position, also as their owner joined and split them, the oldest first. */
export async function openBlocksOf(db: Db, of: HookRef & { symbol: string }): Promise<string[]> {
  // In this order: what goes over to another block meanwhile is found there.
  const opened = await statements(db).openBlocks.execute({ ...of });
  const regrouped = await regroupedBlocks(db).execute({ ...of });
  return [...opened, ...regrouped.filter(({ isOwn }) => isOwn)].map(({ id }) => id);
}

/** Dry runs of a pair since the last one that would have closed it all, the oldest first; null where they are too many. */
export async function dryRunsOf(db: Db, { symbol, ...ref }: HookRef & { symbol: string }): Promise<DryRun[] | null> {
  const { result, state, receivedAt, id, action, ...columns } = hookSignals;
  const { amount, marketPrice, price, share, stopLoss, takeProfits } = columns;
  const wasDone = and(eq(result, 'dry-run'), eq(state, 'done'), eq(hookSignals.symbol, symbol));
  const rows = await db
    .select({ action, amount, marketPrice, price, share, stopLoss, takeProfits })
    .from(hookSignals)
    .where(and(ofHook(ref), wasDone, inArray(action, ['open', 'add', 'reduce', 'close'])))
    .orderBy(desc(receivedAt), desc(id))
    .limit(MOST_DRY_RUNS + 1);
  const closed = rows.findIndex((row) => row.action === 'close');
  if (closed < 0 && rows.length > MOST_DRY_RUNS) return null;
  return rows.slice(0, closed < 0 ? rows.length : closed).toReversed();
}

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
    /** While others of its blocks wait: what was refused is not tried again, and its log says why. */
    refuse: async (id: string, is: { blocks: string[]; outcome: string }): Promise<void> => {
      await db
        .update(hookSignals)
        .set(is)
        .where(and(one(id), eq(hookSignals.state, 'waiting')));
    },
    /** Written once it is known how much of what is held a reduction is. */
    setReduction: async (id: string, is: { share: Big } | { action: 'close' }): Promise<void> => {
      await db.update(hookSignals).set(is).where(one(id));
    },
    /** Null where another engine was first; `isFirst` of a failure that follows no other (W-10). */
    async settle(
      id: string,
      to: { state: SignalState; outcome: string; doneAt: number },
    ): Promise<{ isFirst: boolean } | null> {
      const [settled] = await statements(db).settle.execute({ ...ref, ...to, id });
      return settled ? { isFirst: settled.notifiedOf !== null } : null;
    },
    /** How many came after this one; none where it is not known. */
    async newerThan(id: string): Promise<number> {
      const [found] = await db.select({ at: hookSignals.receivedAt }).from(hookSignals).where(one(id));
      if (!found) return 0;
      const isNewer = or(
        gt(hookSignals.receivedAt, found.at),
        and(eq(hookSignals.receivedAt, found.at), gt(hookSignals.id, id)),
      );
      return db.$count(hookSignals, and(mine, isNewer));
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

/** what hooks acted on for a signal bot since then, UTC epoch ms, and what was out of step. */
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

/** Forgets what is older than the log keeps, `now` in UTC epoch ms, except what waits or what an open block came from. */
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
  const wasTakenOver = sql`exists (with recursive ${takenOver(undefined)} select 1 from taken
    where taken.user_id = ${hookSignals.userId} and taken.source = ${hookSignals.blockId})`;
  await db
    .delete(hookSignals)
    .where(and(isOld, ne(hookSignals.state, 'waiting'), notExists(itsOpenBlock), not(wasTakenOver)));
}
