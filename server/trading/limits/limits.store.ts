import { USUAL_LIMITS } from '#contracts/limits.ts';
import type { Big } from 'big.js';
import { and, eq, gte, like, ne, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../../db/database.ts';
import { prepared, within } from '../../db/prepared.ts';
import { users } from '../../db/schema/accounts.ts';
import { botRuns, bots } from '../../db/schema/bots.ts';
import { orders } from '../../db/schema/orders.ts';

export interface OwnLimits {
  perOrder: Big;
  perDay: Big;
  thinMarkets: boolean;
}
/** Our entries of a pair: their amounts, and for ended ones what was traded. */
export interface Ordered {
  market: string;
  symbol: string;
  /** The limit price of sales that may still trade; else null. */
  ask: string | null;
  quantity: string;
  /** In counter currency. */
  counter: string;
}

/** Prefix of our own client order ids, which excludes orders placed on the exchange directly. */
const OURS = 'TD%';
const given = sql.placeholder;

const limitsOf = (db: Db) =>
  db
    .select({ orderLimit: users.orderLimit, dayLimit: users.dayLimit, thinMarkets: users.thinMarkets })
    .from(users)
    .where(eq(users.userId, given('owner')));

function orderedSince(db: Db) {
  const { userId, market, symbol, placedAt, leg, clientOrderId, state, side, price, quantity } = orders;
  const hasEnded = sql`${state} in ('filled', 'cancelled', 'expired')`;
  const counter = sql<string>`sum(case when ${hasEnded} then ${orders.filledCounterQuantity} else ${price} * ${quantity} end)::text`;
  const ask = sql<string | null>`case when ${side} = 'sell' and not ${hasEnded} then ${price} end`.as('ask');
  const isRecent = and(eq(userId, given('owner')), gte(placedAt, given('since')));
  return db
    .select({ market, symbol, ask, quantity: sql<string>`sum(${quantity})::text`, counter })
    .from(orders)
    .where(and(isRecent, eq(leg, 'entry'), like(clientOrderId, OURS), ne(state, 'rejected')))
    .groupBy(market, symbol, sql`ask`);
}

/** C-10: what bots were given, once at their start; the deals of the others are counted as they are placed. */
function givenSince(db: Db) {
  const { userId, market, createdAt, engine, givenBase, givenCounter, marketPrice } = botRuns;
  // Of a basket: any of its pairs, which names the currency that it was given.
  const { symbol } = bots;
  const counter = sql<string>`sum(${givenCounter} + ${givenBase} * ${marketPrice})::text`;
  return db
    .select({ market, symbol, ask: sql<string | null>`null`, quantity: sql<string>`'0'`, counter })
    .from(botRuns)
    .innerJoin(bots, and(eq(bots.userId, userId), eq(bots.id, botRuns.botId)))
    .where(and(eq(userId, given('owner')), gte(createdAt, given('since')), ne(engine, 'deals')))
    .groupBy(market, symbol);
}

const reads = prepared((db) => ({
  limits: limitsOf(db).prepare('limits'),
  locked: limitsOf(db).for('update').prepare('limits_locked'),
  ordered: unionAll(orderedSince(db), givenSince(db)).prepare('ordered_since'),
}));

type LimitsRow = Awaited<ReturnType<typeof limitsOf>>[number];

const ownOf = (row: LimitsRow | undefined): OwnLimits => ({
  perOrder: row?.orderLimit ?? USUAL_LIMITS.perOrder,
  perDay: row?.dayLimit ?? USUAL_LIMITS.perDay,
  thinMarkets: row?.thinMarkets ?? USUAL_LIMITS.thinMarkets,
});

/** A user's limits, and what they have ordered. */
export function limitsStore(db: Db, owner: string) {
  return {
    own: async (): Promise<OwnLimits> => ownOf((await reads(db).limits.execute({ owner }))[0]),
    /** `since` is UTC epoch ms. */
    ordered: (since: number): Promise<Ordered[]> => reads(db).ordered.execute({ owner, since }),
    /** Locks the user's account, so that concurrent deals are counted one after the other. */
    locked: <T>(since: number, work: (tx: Tx, own: OwnLimits, ordered: Ordered[]) => Promise<T>): Promise<T> =>
      db.transaction(async (tx) => {
        // The queries are sent together.
        const [[row], ordered] = await Promise.all([
          within(tx, reads(db).locked).execute({ owner }),
          within(tx, reads(db).ordered).execute({ owner, since }),
        ]);
        return work(tx, ownOf(row), ordered);
      }),
    async change({ perOrder, perDay, thinMarkets }: OwnLimits): Promise<void> {
      const set = { orderLimit: perOrder, dayLimit: perDay, thinMarkets };
      await db.update(users).set(set).where(eq(users.userId, owner));
    },
  };
}
