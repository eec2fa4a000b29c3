import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../db/client.ts';
import { fills, orderBlocks, orders } from '../../db/schema/orders.ts';
import type { ExchangeOrder, Fill } from '../../exchanges/exchange.ts';
import { isLive, LIVE_STATES, type OrderState } from './order-state.ts';
import type { OrderRow } from './orders.store.ts';

const byClientId = (clientOrderId: string) => eq(orders.clientOrderId, clientOrderId);

async function closeBlock(db: DbOrTx, { userId, blockId }: OrderRow, now: number): Promise<void> {
  await db
    .update(orderBlocks)
    .set({ open: false, updatedAt: now })
    .where(and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId)));
}

async function takeOver(db: DbOrTx, fact: ExchangeOrder, now: number): Promise<OrderRow | null> {
  const { state, filledQuantity, filledCounterQuantity, exchangeOrderId } = fact;
  const news = sql`(${orders.state} <> ${state} or ${orders.filledQuantity} <> ${filledQuantity.toFixed()} or ${orders.exchangeOrderId} is null)`;
  const filledAt = filledQuantity.gt(0) ? { filledAt: fact.updatedAt } : {};
  const [changed] = await db
    .update(orders)
    .set({ state, exchangeOrderId, filledQuantity, filledCounterQuantity, updatedAt: now, ...filledAt })
    .where(
      and(
        byClientId(fact.clientOrderId),
        inArray(orders.state, LIVE_STATES),
        lte(orders.filledQuantity, filledQuantity),
        news,
      ),
    )
    .returning();
  return changed ?? null;
}

/** What the engine does on behalf of everybody: bound to the order it names, not to a person. */
export function orderBookStore(db: Db) {
  return {
    /** Every order whose end is not known yet. */
    live: (): Promise<OrderRow[]> =>
      db.select().from(orders).where(inArray(orders.state, LIVE_STATES)).orderBy(asc(orders.placedAt)),
    async byClientOrderId(clientOrderId: string): Promise<OrderRow | null> {
      const [order] = await db.select().from(orders).where(byClientId(clientOrderId));
      return order ?? null;
    },
    /**
     * Takes over what the exchange says. Only forward: a fact that is older by filled quantity, or that would reopen what
     * has ended, changes nothing and answers null. An entry that ended unfilled takes its block out of the open rows with it.
     */
    async apply(fact: ExchangeOrder, now: number): Promise<OrderRow | null> {
      if (isLive(fact.state) || fact.filledQuantity.gt(0)) return takeOver(db, fact, now);
      return db.transaction(async (tx) => {
        const changed = await takeOver(tx, fact, now);
        if (changed) await closeBlock(tx, changed, now);
        return changed;
      });
    },
    /** `rejected` ends the intent and its block, `unknown` keeps it for looking up. */
    settle: (
      clientOrderId: string,
      to: { state: OrderState; reason: string | null; now: number },
    ): Promise<OrderRow | null> =>
      db.transaction(async (tx) => {
        const [changed] = await tx
          .update(orders)
          .set({ state: to.state, reason: to.reason, updatedAt: to.now })
          .where(and(byClientId(clientOrderId), inArray(orders.state, ['sending', 'unknown'])))
          .returning();
        if (changed && to.state === 'rejected') await closeBlock(tx, changed, to.now);
        return changed ?? null;
      }),
    async addFill(order: OrderRow, fill: Fill): Promise<void> {
      const { userId, keyId, symbol, id: orderId } = order;
      const { tradeId, price, quantity, commission, commissionAsset, tradedAt } = fill;
      await db
        .insert(fills)
        .values({ userId, keyId, symbol, orderId, tradeId, price, quantity, commission, commissionAsset, tradedAt })
        .onConflictDoNothing();
    },
  };
}
