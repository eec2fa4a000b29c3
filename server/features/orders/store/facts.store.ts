import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { blockEvents, fills, orders } from '../../../db/schema/orders.ts';
import type { ExchangeOrder, Fill } from '../../../exchanges/exchange.ts';
import { newId } from '../../../lib/id.ts';
import { LIVE_STATES, type OrderState } from '../order-state.ts';
import type { OrderRow } from './block-view.store.ts';

const given = sql.placeholder;
const amount = (name: string): SQL => sql`${given(name)}::numeric`;
const text = (name: string): SQL => sql`${given(name)}::text`;
const time = (name: string): SQL => sql`${given(name)}::bigint`;

/** A change of an order and the line that tells of it, in one statement: neither is there without the other. */
function changeAndTell(db: Db, set: Record<string, SQL>, condition: SQL | undefined) {
  const named = eq(orders.clientOrderId, given('clientOrderId'));
  const changed = db.$with('changed').as(
    db
      .update(orders)
      .set({ ...set, updatedAt: time('now') })
      .where(and(named, condition))
      .returning(),
  );
  const line = db
    .select({
      userId: changed.userId,
      id: sql`${given('eventId')}::uuid`.as('event_id'),
      blockId: changed.blockId,
      positionId: changed.positionId,
      kind: text('kind').as('kind'),
      details: sql`jsonb_build_object('leg', ${changed.leg}) || ${given('details')}::jsonb`.as('details'),
      at: changed.updatedAt,
    })
    .from(changed);
  const told = db.$with('told').as(db.insert(blockEvents).select(line));
  return db.with(changed, told).select().from(changed);
}

function takeOver(db: Db) {
  const filled = amount('filledQuantity');
  const isNews = sql`(${orders.state} <> ${text('state')} or ${orders.filledQuantity} <> ${filled} or ${orders.exchangeOrderId} is null)`;
  // The answer to a list may be older than what its stream has told of the list's orders since.
  const isOutdated = sql`(${text('state')} = 'pending' and ${orders.state} = 'open')`;
  const isForward = and(
    inArray(orders.state, LIVE_STATES),
    sql`${orders.filledQuantity} <= ${filled} and not ${isOutdated}`,
    isNews,
  );
  const set = {
    state: text('state'),
    exchangeOrderId: text('exchangeOrderId'),
    expiryReason: text('expiryReason'),
    filledQuantity: filled,
    filledCounterQuantity: amount('filledCounterQuantity'),
    filledAt: sql`case when ${filled} > 0 then ${time('at')} else ${orders.filledAt} end`,
    // The exchange names none while it has yet to size it.
    quantity: sql`coalesce(nullif(${amount('quantity')}, 0), ${orders.quantity})`,
  };
  return changeAndTell(db, set, isForward);
}

const settle = (db: Db) =>
  changeAndTell(
    db,
    { state: text('state'), reason: text('reason') },
    inArray(orders.state, ['planned', 'sending', 'unknown']),
  );

function addFill(db: Db) {
  const row = {
    userId: given('userId'),
    keyId: given('keyId'),
    symbol: given('symbol'),
    tradeId: given('tradeId'),
    orderId: given('orderId'),
    price: given('price'),
    quantity: given('quantity'),
    commission: given('commission'),
    commissionAsset: given('commissionAsset'),
    commissionPrice: amount('commissionPrice'),
    tradedAt: given('tradedAt'),
  };
  const insertion = db.insert(fills).values(row).onConflictDoNothing().returning({ userId: fills.userId });
  const added = db.$with('added').as(insertion);
  const line = db
    .select({
      userId: added.userId,
      id: sql`${given('eventId')}::uuid`.as('event_id'),
      blockId: sql`${given('blockId')}::uuid`.as('block_id'),
      positionId: sql`${given('positionId')}::uuid`.as('position_id'),
      kind: sql`'order-filled'`.as('kind'),
      details: sql`${given('details')}::jsonb`.as('details'),
      at: time('now').as('at'),
    })
    .from(added);
  return db.with(added).insert(blockEvents).select(line).returning({ id: blockEvents.id });
}

const writes = prepared((db) => ({
  takeOver: takeOver(db).prepare('take_over'),
  settle: settle(db).prepare('settle'),
  addFill: addFill(db).prepare('add_fill'),
}));

/** What the exchange says of orders and their trades. */
export function factsStore(db: Db) {
  return {
    /** Null when it was no news. */
    async apply(fact: ExchangeOrder, now: number): Promise<OrderRow | null> {
      const [changed] = await writes(db).takeOver.execute({
        clientOrderId: fact.clientOrderId,
        exchangeOrderId: fact.exchangeOrderId,
        expiryReason: fact.expiryReason,
        state: fact.state,
        quantity: fact.quantity.toFixed(),
        filledQuantity: fact.filledQuantity.toFixed(),
        filledCounterQuantity: fact.filledCounterQuantity.toFixed(),
        at: fact.updatedAt,
        now,
        eventId: newId(),
        kind: 'order-found',
        details: JSON.stringify({ state: fact.state }),
      });
      return changed ?? null;
    },
    /** `rejected` ends the intent, `unknown` keeps it for looking up. Null when its end is known already. */
    async settle(
      clientOrderId: string,
      to: { state: OrderState; reason: string | null; now: number },
    ): Promise<OrderRow | null> {
      const kind = to.state === 'unknown' ? 'order-lost' : 'order-refused';
      const line = { eventId: newId(), kind, details: JSON.stringify({ reason: to.reason }) };
      const [changed] = await writes(db).settle.execute({ ...to, ...line, clientOrderId });
      return changed ?? null;
    },
    /** False when the trade was known already. */
    async addFill(order: OrderRow, fill: Fill & { commissionPrice: Big | null }, now: number): Promise<boolean> {
      const { userId, keyId, symbol, id: orderId, blockId, positionId, leg } = order;
      const { price, quantity, commission, commissionAsset } = fill;
      const told = {
        leg,
        price: price.toFixed(),
        quantity: quantity.toFixed(),
        commission: commission.toFixed(),
        commissionAsset,
      };
      const commissionPrice = fill.commissionPrice?.toFixed() ?? null;
      const row = { ...fill, commissionPrice, userId, keyId, symbol, orderId };
      const line = { eventId: newId(), blockId, positionId, details: JSON.stringify(told), now };
      return (await writes(db).addFill.execute({ ...row, ...line })).length > 0;
    },
  };
}
