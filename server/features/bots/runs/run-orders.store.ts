import { and, eq, inArray, TransactionRollbackError } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { botFills, botOrders } from '../../../db/schema/bots.ts';
import type { ExchangeOrder, Fill } from '../../../exchanges/exchange.ts';
import { isLive, LIVE_STATES, type OrderState } from '../../../domain/position/order-state.ts';
import type { OrderRow } from './runs.store.ts';

export type NewRunOrder = typeof botOrders.$inferInsert;

const byName = (clientOrderId: string) => eq(botOrders.clientOrderId, clientOrderId);

/** Only forward: an older fact, or one that would reopen what has ended, changes nothing. */
export const isForward = (row: OrderRow, fact: ExchangeOrder): boolean =>
  isLive(row.state) &&
  row.filledQuantity.lte(fact.filledQuantity) &&
  (row.state !== fact.state || row.exchangeOrderId === null || !row.filledQuantity.eq(fact.filledQuantity));

/** Each trade is booked once, however often it is reported. */
async function addFill(tx: Tx, { userId, keyId, runId, id, symbol }: OrderRow, fill: Fill): Promise<boolean> {
  const { tradeId, price, quantity, commission, commissionAsset, tradedAt } = fill;
  const added = await tx
    .insert(botFills)
    .values({
      userId,
      keyId,
      runId,
      symbol,
      orderId: id,
      tradeId,
      price,
      quantity,
      commission,
      commissionAsset,
      tradedAt,
    })
    .onConflictDoNothing()
    .returning({ tradeId: botFills.tradeId });
  return added.length > 0;
}

/** All of them, or none. */
async function addTogether(db: Db, all: readonly NewRunOrder[]): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      const insert = tx.insert(botOrders).values([...all]);
      const added = await insert.onConflictDoNothing().returning({ id: botOrders.id });
      if (added.length < all.length) tx.rollback();
    });
    return true;
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false;
    throw error;
  }
}

/** The orders of runs, and what the exchange says of them. */
export function runOrders(db: Db) {
  return {
    /** C-13: false where an attempt was written already, here or by another process: none of them is sent again. */
    add: (all: readonly NewRunOrder[]): Promise<boolean> => addTogether(db, all),
    async find(clientOrderId: string): Promise<OrderRow | null> {
      const [found] = await db.select().from(botOrders).where(byName(clientOrderId));
      return found ?? null;
    },
    /** Of a key: orders whose end is still to come. */
    live: (of: { userId: string; keyId: string }): Promise<OrderRow[]> =>
      db
        .select()
        .from(botOrders)
        .where(
          and(eq(botOrders.userId, of.userId), eq(botOrders.keyId, of.keyId), inArray(botOrders.state, LIVE_STATES)),
        ),
    /** What the exchange says of an order, with the trade that brought it; null where it is no order of a bot, or no news. */
    apply: (fact: ExchangeOrder, { fills, now }: { fills: readonly Fill[]; now: number }): Promise<OrderRow | null> =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(botOrders).where(byName(fact.clientOrderId)).for('update');
        if (!row) return null;
        let isNews = false;
        for (const fill of fills) isNews = (await addFill(tx, row, fill)) || isNews;
        if (isForward(row, fact)) {
          isNews = true;
          const { state, exchangeOrderId, expiryReason, filledQuantity } = fact;
          await tx
            .update(botOrders)
            .set({ state, exchangeOrderId, expiryReason, filledQuantity, updatedAt: now })
            .where(byName(fact.clientOrderId));
        }
        return isNews ? row : null;
      }),
    async addFills(order: OrderRow, fills: readonly Fill[]): Promise<void> {
      await db.transaction(async (tx) => {
        for (const fill of fills) await addFill(tx, order, fill);
      });
    },
    /** Of an order without an answer: what became of the call. */
    async settle(clientOrderId: string, to: { state: OrderState; reason: string | null; now: number }): Promise<void> {
      const { state, reason, now } = to;
      await db
        .update(botOrders)
        .set({ state, reason, updatedAt: now })
        .where(and(byName(clientOrderId), inArray(botOrders.state, ['sending', 'unknown'])));
    },
    async askCancel(clientOrderId: string): Promise<void> {
      await db.update(botOrders).set({ cancelAsked: true }).where(byName(clientOrderId));
    },
  };
}
export type RunOrders = ReturnType<typeof runOrders>;
