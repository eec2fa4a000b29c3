import { DAY } from '#contracts/rules/time.ts';
import { and, asc, count, desc, eq, gt, inArray, lt, max, ne, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { HookAction } from '#contracts/rules/hook-actions.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Db, DbOrTx } from '../../db/database.ts';
import { hookSignals, orderBlocks, orders } from '../../db/schema/index.ts';

export type SignalRow = typeof hookSignals.$inferSelect;
export type NewSignal = Omit<typeof hookSignals.$inferInsert, 'userId' | 'hookId'>;
export type SignalState = SignalRow['state'];
export interface HookRef {
  userId: string;
  hookId: string;
}

const ENTRIES: readonly HookAction[] = ['open', 'add'];

const ofHook = ({ userId, hookId }: HookRef) => and(eq(hookSignals.userId, userId), eq(hookSignals.hookId, hookId));
const IS_TAKEN = eq(hookSignals.result, 'taken');

/** What the verdict on a hook's next signal needs, and where it is written. */
export function verdictStore(db: DbOrTx, ref: HookRef) {
  const mine = ofHook(ref);
  return {
    add: async (signal: NewSignal): Promise<void> => {
      await db.insert(hookSignals).values({ ...signal, ...ref });
    },
    /** An earlier signal of this key that is still remembered; an older one is forgotten. */
    async sameAs(onceKey: string, since: number): Promise<SignalRow | null> {
      const named = and(mine, eq(hookSignals.onceKey, onceKey));
      await db
        .update(hookSignals)
        .set({ onceKey: null })
        .where(and(named, lt(hookSignals.receivedAt, since)));
      const [found] = await db
        .update(hookSignals)
        .set({ repeats: sql`${hookSignals.repeats} + 1` })
        .where(named)
        .returning();
      return found ?? null;
    },
    /** How many came since then. */
    async since(at: number): Promise<number> {
      const [found] = await db
        .select({ count: count() })
        .from(hookSignals)
        .where(and(mine, gt(hookSignals.receivedAt, at)));
      return found?.count ?? 0;
    },
    /** What was taken since then, and USDT that it was allowed. */
    async used(at: number): Promise<{ today: number; usdtToday: Big }> {
      const rows = await db
        .select({ usdt: hookSignals.usdt })
        .from(hookSignals)
        .where(and(mine, IS_TAKEN, gt(hookSignals.receivedAt, at)));
      return { today: rows.length, usdtToday: rows.reduce((sum, { usdt }) => sum.plus(usdt ?? ZERO), ZERO) };
    },
  };
}

/** What a hook holds of a pair, or would hold. */
export function heldStore(db: DbOrTx, ref: HookRef) {
  const mine = ofHook(ref);
  return {
    /** The hook's blocks of a pair that are open and not being closed, the oldest first. */
    async openBlocks(symbol: string): Promise<string[]> {
      const rows = await db
        .select({ id: orderBlocks.id })
        .from(hookSignals)
        .innerJoin(orderBlocks, and(eq(orderBlocks.userId, ref.userId), eq(orderBlocks.id, hookSignals.blockId)))
        .where(
          and(
            mine,
            IS_TAKEN,
            eq(hookSignals.symbol, symbol),
            eq(orderBlocks.open, true),
            ne(orderBlocks.ending, 'close'),
          ),
        )
        .orderBy(asc(orderBlocks.createdAt), asc(orderBlocks.id));
      return rows.map(({ id }) => id);
    },
    /** Signals of a pair that wait to be acted on, in their order. */
    async waitingFor(symbol: string): Promise<HookAction[]> {
      const rows = await db
        .select({ action: hookSignals.action })
        .from(hookSignals)
        .where(and(mine, IS_TAKEN, eq(hookSignals.symbol, symbol), eq(hookSignals.state, 'waiting')))
        .orderBy(asc(hookSignals.receivedAt), asc(hookSignals.id));
      return rows.flatMap(({ action }) => action ?? []);
    },
    /** The last dry run of a pair that opened or closed something. */
    async lastDry(symbol: string): Promise<HookAction | null> {
      const turns = [...ENTRIES, 'close' as const];
      const [last] = await db
        .select({ action: hookSignals.action })
        .from(hookSignals)
        .where(
          and(
            mine,
            eq(hookSignals.result, 'dry-run'),
            eq(hookSignals.symbol, symbol),
            inArray(hookSignals.action, turns),
          ),
        )
        .orderBy(desc(hookSignals.receivedAt), desc(hookSignals.id))
        .limit(1);
      return last?.action ?? null;
    },
  };
}

/** Signals of a hook as they are acted on, and as its log shows them. */
export function signalsStore(db: DbOrTx, ref: HookRef) {
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
    waiting: (): Promise<SignalRow[]> =>
      db
        .select()
        .from(hookSignals)
        .where(and(mine, eq(hookSignals.state, 'waiting')))
        .orderBy(asc(hookSignals.receivedAt), asc(hookSignals.id)),
    /** Written before the engine acts: after a crash it goes on with the same blocks. */
    begin: async (id: string, blocks: string[]): Promise<void> => {
      await db.update(hookSignals).set({ blocks }).where(one(id));
    },
    /** Of two engines the first settles it. */
    async settle(id: string, to: { state: SignalState; outcome: string; doneAt: number }): Promise<boolean> {
      const settled = await db
        .update(hookSignals)
        .set(to)
        .where(and(one(id), eq(hookSignals.state, 'waiting')))
        .returning({ id: hookSignals.id });
      return settled.length > 0;
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

/** How the entry of a block stands; null while the block is not written. */
export async function entryOf(
  db: Db,
  { userId, blockId }: { userId: string; blockId: string },
): Promise<{ state: string; reason: string | null; open: boolean } | null> {
  const ofBlock = and(eq(orders.userId, orderBlocks.userId), eq(orders.blockId, orderBlocks.id));
  const [found] = await db
    .select({ state: orders.state, reason: orders.reason, open: orderBlocks.open })
    .from(orderBlocks)
    .innerJoin(orders, and(ofBlock, eq(orders.leg, 'entry')))
    .where(and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId)))
    .orderBy(desc(orders.placedAt))
    .limit(1);
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
    .where(eq(hookSignals.state, 'waiting'));
}

/** W-13. */
const LOG_KEPT_FOR = 90 * DAY;

/** Signals of all people that are older than the log keeps; what still waits stays. `now` in UTC epoch ms. */
export async function forgetSignals(db: Db, now: number): Promise<void> {
  const isOld = lt(hookSignals.receivedAt, now - LOG_KEPT_FOR);
  await db.delete(hookSignals).where(and(isOld, ne(hookSignals.state, 'waiting')));
}
