import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { HookAction } from '#contracts/rules/hook-actions.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { givenRows, rowValues, shapeOf, type RowsShape } from '../../../db/prepared-rows.ts';
import { prepared, preparedShapes, within } from '../../../db/prepared.ts';
import { hookSignals, orderBlocks, orders } from '../../../db/schema/index.ts';
import { regroupedBlocks } from '../regrouped.store.ts';
import { type HookRef, isHeld, type NewSignal } from '../signals.store.ts';

/** What opened something or closed it. */
const TURNS: HookAction[] = ['open', 'add', 'close'];

const given = sql.placeholder;
const { userId, hookId, id, onceKey, receivedAt, result, action, symbol, state, usdt, blockId } = hookSignals;
const mine = and(eq(userId, given('userId')), eq(hookId, given('hookId')));
const isTaken = eq(result, 'taken');
const isTurn = inArray(action, TURNS);
/** W-11: a dry run that would have been refused opened and closed nothing. */
const isDryTurn = and(eq(result, 'dry-run'), inArray(state, ['waiting', 'done']), isTurn);

/** The last of the hook's signals of a pair that is a turn. */
const lastTurn = (db: Db, condition: SQL | undefined) =>
  db
    .select({ action })
    .from(hookSignals)
    .where(and(mine, eq(symbol, given('symbol')), condition))
    .orderBy(desc(receivedAt), desc(id))
    .limit(1);

const reads = prepared((db) => ({
  same: db
    .select({ id, reason: hookSignals.reason, receivedAt })
    .from(hookSignals)
    .where(and(mine, eq(onceKey, given('onceKey'))))
    .prepare('same_signal'),
  counts: db
    .select({
      burst: sql<number>`(count(*) filter (where ${gt(receivedAt, given('burstSince'))}))::int`,
      today: sql<number>`(count(*) filter (where ${isTaken}))::int`,
      usdt: sql<string>`coalesce(sum(${usdt}) filter (where ${isTaken}), 0)::text`,
    })
    .from(hookSignals)
    .where(and(mine, gt(receivedAt, given('daySince'))))
    .prepare('counts_of_hook'),
  waiting: lastTurn(db, and(isTaken, eq(state, 'waiting'), isTurn)).prepare('last_waiting_turn'),
  dry: lastTurn(db, isDryTurn).prepare('last_dry_turn'),
  open: db
    .select({ id: orderBlocks.id })
    .from(hookSignals)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId)))
    .where(and(mine, isTaken, eq(symbol, given('symbol')), isHeld))
    .limit(1)
    .prepare('open_block_of_hook'),
  bought: db
    .select({ id: orders.id })
    .from(hookSignals)
    .innerJoin(orders, and(eq(orders.userId, userId), eq(orders.blockId, blockId)))
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId)))
    .where(and(mine, isTaken, eq(symbol, given('symbol')), isHeld, gt(orders.filledQuantity, ZERO)))
    .limit(1)
    .prepare('bought_by_hook'),
}));

const insertion = preparedShapes((db, shape: RowsShape) =>
  db.insert(hookSignals).values(givenRows<NewSignal & HookRef>('signal', shape)).prepare('add_signal'),
);

/** What the verdict on a hook's next signal needs, and where it is written, in the transaction that holds the hook. */
export function verdictStore({ db, tx }: { db: Db; tx: Tx }, ref: HookRef) {
  const one = (signalId: string) => and(eq(userId, ref.userId), eq(hookId, ref.hookId), eq(id, signalId));
  const turn = async (which: 'waiting' | 'dry', of: string): Promise<HookAction | null> => {
    const [last] = await within(tx, reads(db)[which]).execute({ ...ref, symbol: of });
    return last?.action ?? null;
  };
  const regrouped = (of: string) => within(tx, regroupedBlocks(db)).execute({ ...ref, symbol: of });
  return {
    async add(signal: NewSignal): Promise<void> {
      const rows = [{ ...signal, ...ref }];
      await within(tx, insertion(db, shapeOf(rows))).execute(rowValues(hookSignals, 'signal', rows));
    },
    /** The earlier signal of this key. */
    async sameAs(key: string): Promise<{ id: string; reason: string | null; receivedAt: number } | null> {
      const [found] = await within(tx, reads(db).same).execute({ ...ref, onceKey: key });
      return found ?? null;
    },
    /** It came once more. */
    repeat: async (signalId: string): Promise<void> => {
      await tx
        .update(hookSignals)
        .set({ repeats: sql`${hookSignals.repeats} + 1` })
        .where(one(signalId));
    },
    /** Another of its key may be taken. */
    forget: async (signalId: string): Promise<void> => {
      await tx.update(hookSignals).set({ onceKey: null }).where(one(signalId));
    },
    /** How many came since the one time, what was taken since the other, and the USDT that this was allowed. */
    async counts(since: {
      burstSince: number;
      daySince: number;
    }): Promise<{ burst: number; today: number; usdtToday: Big }> {
      const [found] = await within(tx, reads(db).counts).execute({ ...ref, ...since });
      return { burst: found?.burst ?? 0, today: found?.today ?? 0, usdtToday: new Big(found?.usdt ?? 0) };
    },
    /** The last of the signals of a pair that wait to be acted on, of those that open or close. */
    lastWaiting: (of: string) => turn('waiting', of),
    /** The last dry run of a pair that would have opened something or closed all of it. */
    lastDry: (of: string) => turn('dry', of),
    /** Whether the hook has a block of a pair that counts as its position, also as its owner joined and split them. */
    async hasOpen(of: string): Promise<boolean> {
      const open = await within(tx, reads(db).open).execute({ ...ref, symbol: of });
      return open.length > 0 || (await regrouped(of)).some(({ isOwn }) => isOwn);
    },
    /** Whether anything has traded of what counts as the hook's position of a pair. */
    async hasBought(of: string): Promise<boolean> {
      const bought = await within(tx, reads(db).bought).execute({ ...ref, symbol: of });
      return bought.length > 0 || (await regrouped(of)).some(({ isOwn }) => isOwn);
    },
    /** Whether its owner joined what the hook held of a pair with a block of their own. */
    isJoinedAway: async (of: string): Promise<boolean> => (await regrouped(of)).some(({ isOwn }) => !isOwn),
  };
}
export type VerdictStore = ReturnType<typeof verdictStore>;
