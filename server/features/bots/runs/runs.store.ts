import { and, asc, count, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { RunFold } from '../../../domain/strategies/rounds/run-facts.ts';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { users } from '../../../db/schema/accounts.ts';
import { botAssets, botRebalancings } from '../../../db/schema/baskets.ts';
import { botEvents, botFills, botLevels, botOrders, botRuns, bots } from '../../../db/schema/bots.ts';
import { keys } from '../../../db/schema/keys.ts';
import { addLog } from '../bot-log.store.ts';
import type { BotRow } from '../bots.store.ts';
import { countCopy, removeLinks } from '../bot-links.store.ts';
import { readDeals, removeDeals, type StoredDeal } from '../deals/deals.store.ts';

export type RunRow = typeof botRuns.$inferSelect;
/** C-20: what goes on with what a run owns. */
export type StoredNext = NonNullable<RunRow['next']>;
/** A stop condition that was met. */
export type ReachedStop = NonNullable<RunRow['reached']>;
export type LevelRow = typeof botLevels.$inferSelect;
export type AssetRow = typeof botAssets.$inferSelect;
export type TurnRow = typeof botRebalancings.$inferSelect;
export type OrderRow = typeof botOrders.$inferSelect;
export type FillRow = typeof botFills.$inferSelect;

export interface RunRef {
  userId: string;
  runId: string;
}
/** All that is stored of a run. */
export interface StoredRun {
  bot: BotRow;
  run: RunRow;
  levels: LevelRow[];
  orders: OrderRow[];
  fills: FillRow[];
  /** What orders came to that were not read. */
  folded?: RunFold | null;
  /** PB-1: of a bot that opens deals, the first one first. */
  deals: StoredDeal[];
  /** Of a basket: its assets, the counter currency first, and its rebalancings. */
  assets: AssetRow[];
  turns: TurnRow[];
}

const ACTIVE: BotState[] = ['waiting', 'starting', 'running', 'paused', 'attention', 'stopping'];
export const isActive = inArray(botRuns.state, ACTIVE);

async function readParts(db: DbOrTx, owner: string, runIds: readonly string[]) {
  const ids = [...runIds];
  const [levels, orders, fills] = await Promise.all([
    db
      .select()
      .from(botLevels)
      .where(and(eq(botLevels.userId, owner), inArray(botLevels.runId, ids)))
      .orderBy(asc(botLevels.number)),
    db
      .select()
      .from(botOrders)
      .where(and(eq(botOrders.userId, owner), inArray(botOrders.runId, ids)))
      .orderBy(asc(botOrders.placedAt), asc(botOrders.id)),
    db
      .select()
      .from(botFills)
      .where(and(eq(botFills.userId, owner), inArray(botFills.runId, ids)))
      .orderBy(asc(botFills.tradedAt), asc(botFills.tradeId)),
  ]);
  return { levels, orders, fills };
}

/** What only baskets have. */
async function readBaskets(db: DbOrTx, owner: string, runIds: readonly string[]) {
  if (runIds.length === 0) return { assets: [], turns: [] };
  const ids = [...runIds];
  const [assets, turns] = await Promise.all([
    db
      .select()
      .from(botAssets)
      .where(and(eq(botAssets.userId, owner), inArray(botAssets.runId, ids)))
      .orderBy(asc(botAssets.number)),
    db
      .select()
      .from(botRebalancings)
      .where(and(eq(botRebalancings.userId, owner), inArray(botRebalancings.runId, ids)))
      .orderBy(asc(botRebalancings.turn)),
  ]);
  return { assets, turns };
}

const of = <Row extends { runId: string }>(rows: readonly Row[], id: string): Row[] =>
  rows.filter(({ runId }) => runId === id);

const runsWhere = (db: Db, condition: SQL | undefined) =>
  db
    .select({ run: botRuns, bot: bots })
    .from(botRuns)
    .innerJoin(bots, and(eq(bots.userId, botRuns.userId), eq(bots.id, botRuns.botId)))
    .where(condition)
    .orderBy(asc(botRuns.ordinal));

/** Asked for every order. */
const ofKeys = prepared((db) => {
  const isOwn = eq(botRuns.userId, sql.placeholder('owner'));
  const isNamed = sql`${botRuns.keyId} = any(${sql.placeholder('keyIds')}::uuid[])`;
  return runsWhere(db, and(isOwn, isNamed, isActive)).prepare('active_runs_of_keys');
});

/** Asked for every entry that would bring its own exits. */
const activeNames = prepared((db) => {
  const { keyId, engine, market, symbol, userId } = botRuns;
  const isOwn = eq(userId, sql.placeholder('owner'));
  return db
    .select({ keyId, engine, market, symbol })
    .from(botRuns)
    .where(and(isOwn, isActive))
    .prepare('active_run_names');
});

/** The exchange's names of its pairs: of a basket '[BTCUSDT BNBUSDT]'. */
export const symbolsOf = (symbol: string): string[] => symbol.replace(/[[\]]/g, '').split(' ');

/** The runs that a condition names, with all that is stored of them; the main key's first. */
export const readRuns = async (db: Db, owner: string, condition: SQL | undefined): Promise<StoredRun[]> =>
  withParts(db, owner, await runsWhere(db, and(eq(botRuns.userId, owner), condition)));

const activeOfKeys = async (db: Db, owner: string, keyIds: readonly string[]): Promise<StoredRun[]> =>
  withParts(db, owner, await ofKeys(db).execute({ owner, keyIds }));

async function withParts(db: Db, owner: string, found: readonly { run: RunRow; bot: BotRow }[]): Promise<StoredRun[]> {
  if (found.length === 0) return [];
  const idsOf = (rows: typeof found) => rows.map(({ run }) => run.id);
  const [parts, deals, baskets] = await Promise.all([
    readParts(db, owner, idsOf(found)),
    readDeals(db, owner, idsOf(found.filter(({ run }) => run.engine === 'deals'))),
    readBaskets(db, owner, idsOf(found.filter(({ run }) => run.engine === 'basket'))),
  ]);
  return found.map(({ run, bot }) => ({
    bot,
    run,
    levels: of(parts.levels, run.id),
    orders: of(parts.orders, run.id),
    fills: of(parts.fills, run.id),
    deals: deals.filter(({ row }) => row.runId === run.id),
    assets: of(baskets.assets, run.id),
    turns: of(baskets.turns, run.id),
  }));
}

export type NewRun = Omit<typeof botRuns.$inferInsert, 'userId'>;
export type NewLevel = Omit<typeof botLevels.$inferInsert, 'userId' | 'runId'>;
export type NewAsset = Omit<typeof botAssets.$inferInsert, 'userId' | 'runId'>;

export interface StartedRun {
  run: NewRun;
  levels?: readonly NewLevel[];
  /** Of a basket. */
  assets?: readonly NewAsset[];
  text: string;
}

/** With its levels, and the first line of its log. */
export async function addRun(
  tx: Tx,
  owner: string,
  { run, levels = [], assets = [], text }: StartedRun,
): Promise<void> {
  const named = { runId: run.id, userId: owner };
  await tx.insert(botRuns).values({ ...run, userId: owner });
  if (levels.length > 0) await tx.insert(botLevels).values(levels.map((level) => Object.assign(level, named)));
  if (assets.length > 0) await tx.insert(botAssets).values(assets.map((asset) => Object.assign(asset, named)));
  await addLog(tx, { ...run, userId: owner }, { text, now: run.createdAt });
}

/** C-21: whether a person still has these keys: they are deleted under the same lock on the account. */
async function hasKeys(tx: Tx, owner: string, keyIds: readonly string[]): Promise<boolean> {
  const wanted = new Set(keyIds);
  const held = and(eq(keys.userId, owner), inArray(keys.id, [...wanted]), isNull(keys.deletedAt));
  return (await tx.select({ id: keys.id }).from(keys).where(held)).length === wanted.size;
}

/** A person's runs. */
export function runsStore(db: Db, owner: string) {
  return {
    ofBot: (botId: string) => readRuns(db, owner, eq(botRuns.botId, botId)),
    all: () => readRuns(db, owner, undefined),
    async find(runId: string): Promise<StoredRun | null> {
      const [found] = await readRuns(db, owner, eq(botRuns.id, runId));
      return found ?? null;
    },
    active: () => readRuns(db, owner, isActive),
    /** That work, or stopped since (UTC epoch ms). */
    since: (at: number) => readRuns(db, owner, or(isActive, gte(botRuns.stoppedAt, at))),
    activeOfKey: (keyId: string) => activeOfKeys(db, owner, [keyId]),
    activeOfKeys: (keyIds: readonly string[]) => activeOfKeys(db, owner, keyIds),
    activeNames: () => activeNames(db).execute({ owner }),
    /** 'full' where the person has `most` running already. Counted under a lock on the person's own account. */
    start: (runs: readonly StartedRun[], most: number): Promise<'started' | 'full' | 'no-key'> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const mine = and(eq(botRuns.userId, owner), isActive, eq(botRuns.ordinal, 0));
        const [held] = await tx.select({ count: count() }).from(botRuns).where(mine);
        if ((held?.count ?? 0) >= most) return 'full';
        const keyIds = runs.map(({ run }) => run.keyId);
        if (!(await hasKeys(tx, owner, keyIds))) return 'no-key';
        for (const run of runs) await addRun(tx, owner, run);
        const [first] = runs;
        if (first) await countCopy(tx, owner, { botId: first.run.botId, at: first.run.createdAt });
        return 'started';
      }),
    /** The newest first. */
    events: (botId: string) =>
      db
        .select()
        .from(botEvents)
        .where(and(eq(botEvents.userId, owner), eq(botEvents.botId, botId)))
        .orderBy(desc(botEvents.at), desc(botEvents.id)),
    /** With everything of its runs. False where one of them is not over. */
    removeBot: (botId: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        const mine = and(eq(botRuns.userId, owner), eq(botRuns.botId, botId));
        const one = and(eq(bots.userId, owner), eq(bots.id, botId));
        await tx.select({ id: bots.id }).from(bots).where(one).for('update');
        const runs = await tx.select({ id: botRuns.id, state: botRuns.state }).from(botRuns).where(mine).for('update');
        if (runs.some(({ state }) => state !== 'stopped')) return false;
        const ids = runs.map(({ id }) => id);
        for (const table of [botLevels, botOrders, botFills, botAssets, botRebalancings])
          await tx.delete(table).where(and(eq(table.userId, owner), inArray(table.runId, ids)));
        await removeDeals(tx, owner, ids);
        await removeLinks(tx, owner, botId);
        await tx.delete(botEvents).where(and(eq(botEvents.userId, owner), eq(botEvents.botId, botId)));
        await tx.delete(botRuns).where(mine);
        await tx.delete(bots).where(one);
        return true;
      }),
  };
}

/** Base and counter units. */
export interface Moves {
  base: Big;
  counter: Big;
}
