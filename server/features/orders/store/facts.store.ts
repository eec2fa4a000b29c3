import { and, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Big } from 'big.js';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { blockEvents, fills, orders } from '../../../db/schema/orders.ts';
import type { ExchangeOrder, Fill } from '../../../exchanges/exchange.ts';
import { newId } from '../../../lib/id.ts';
import { LIVE_STATES, type OrderState } from '../../../domain/position/order-state.ts';
import type { OrderRow } from './block-view.store.ts';

/** Of whose order something new is known. */
export type NewsOf = Pick<OrderRow, 'userId' | 'blockId' | 'positionId' | 'external'>;

/** The order as it stands by it; null where only its trade was news. */
export type Applied = NewsOf & { changed: OrderRow | null };

/** With what a unit of a third asset that paid its fee was worth then, counter units. */
export type PricedFill = Fill & { commissionPrice: Big | null };

const given = sql.placeholder;
const amount = (name: string): SQL => sql`${given(name)}::numeric`;
const text = (name: string): SQL => sql`${given(name)}::text`;
const time = (name: string): SQL => sql`${given(name)}::bigint`;

const named = eq(orders.clientOrderId, given('clientOrderId'));
const { userId, blockId, positionId, external } = orders;
const newsOf = { userId, blockId, positionId, external };
/** An order as a statement leaves it. */
const changedOrder = alias(orders, 'changed');

/** A line of the block's story about this order; its details are the leg and what is given. */
const lineAbout = (db: Db, of: { id: string; kind: SQL; details: string }) =>
  db
    .select({
      userId,
      id: sql`${given(of.id)}::uuid`.as('event_id'),
      blockId,
      positionId,
      kind: of.kind.as('kind'),
      details: sql`jsonb_build_object('leg', ${orders.leg}) || ${given(of.details)}::jsonb`.as('details'),
      at: time('now').as('at'),
    })
    .from(orders)
    .$dynamic();

/** A change and its event: neither is ever stored without the other. */
function change(db: Db, set: Record<string, SQL>, condition: SQL | undefined) {
  const update = db.update(orders).set({ ...set, updatedAt: time('now') });
  const changed = db.$with('changed').as(update.where(and(named, condition)).returning());
  const line = lineAbout(db, { id: 'eventId', kind: text('kind'), details: 'details' });
  const isChanged = eq(orders.id, changedOrder.id);
  const reported = db.$with('reported').as(db.insert(blockEvents).select(line.innerJoin(changed, isChanged)));
  return { changed, reported, isChanged };
}

/** The same of a trade; without an id there is none. */
function trade(db: Db) {
  const row = db
    .select({
      userId,
      keyId: orders.keyId,
      symbol: orders.symbol,
      tradeId: text('tradeId').as('trade_id'),
      orderId: orders.id,
      price: amount('price').as('traded_price'),
      quantity: amount('tradedQuantity').as('traded_quantity'),
      commission: amount('commission').as('commission'),
      commissionAsset: text('commissionAsset').as('commission_asset'),
      commissionPrice: amount('commissionPrice').as('commission_price'),
      tradedAt: time('tradedAt').as('traded_at'),
    })
    .from(orders)
    .where(and(named, sql`${text('tradeId')} is not null`));
  const insertion = db.insert(fills).select(row).onConflictDoNothing();
  const traded = db.$with('traded').as(insertion.returning({ tradedId: fills.orderId }));
  const line = lineAbout(db, { id: 'tradeEventId', kind: sql`'order-filled'`, details: 'tradeDetails' });
  const isTraded = eq(orders.id, traded.tradedId);
  const tradeReported = db.$with('trade_told').as(db.insert(blockEvents).select(line.innerJoin(traded, isTraded)));
  return { traded, tradeReported, isTraded };
}

/**
 * That an order rests is not flushed by itself: its row was, as being sent, and after a power cut the exchange is asked
 * about it and says so again. What has traded or ended is.
 */
const UNFLUSHED = sql`set_config('synchronous_commit', case when ${text('state')} in ('open', 'pending')
  and ${amount('filledQuantity')} = 0 then 'off' else current_setting('synchronous_commit') end, true)`;

/** Takes over what the exchange says, only forward: an older fact, or one that would reopen what has ended, changes nothing. */
function takeOver(db: Db) {
  const filled = amount('filledQuantity');
  const isNews = sql`(${orders.state} <> ${text('state')} or ${orders.filledQuantity} <> ${filled} or ${orders.exchangeOrderId} is null)`;
  // The answer to a list may be older than what its stream has reported of the list's orders since.
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
    // Null where the exchange no longer knows it.
    filledCounterQuantity: sql`coalesce(${amount('filledCounterQuantity')}, ${orders.filledCounterQuantity})`,
    filledAt: sql`case when ${filled} > 0 then ${time('at')} else ${orders.filledAt} end`,
    // The exchange names none while it has yet to size it.
    quantity: sql`coalesce(nullif(${amount('quantity')}, 0), ${orders.quantity})`,
  };
  const { changed, reported, isChanged } = change(db, set, isForward);
  const { traded, tradeReported, isTraded } = trade(db);
  return db
    .with(changed, reported, traded, tradeReported)
    .select({ ...newsOf, changed: getTableColumns(changedOrder) })
    .from(orders)
    .innerJoin(sql`${UNFLUSHED} unflushed`, sql`true`)
    .leftJoin(changed, isChanged)
    .leftJoin(traded, isTraded)
    .where(and(named, or(isNotNull(changedOrder.id), isNotNull(traded.tradedId))));
}

function settle(db: Db) {
  const isUnsettled = inArray(orders.state, ['planned', 'sending', 'unknown']);
  const { changed, reported, isChanged } = change(db, { state: text('state'), reason: text('reason') }, isUnsettled);
  return db.with(changed, reported).select(newsOf).from(orders).innerJoin(changed, isChanged).where(named);
}

function addTrade(db: Db) {
  const { traded, tradeReported, isTraded } = trade(db);
  return db.with(traded, tradeReported).select(newsOf).from(orders).innerJoin(traded, isTraded).where(named);
}

const writes = prepared((db) => ({
  takeOver: takeOver(db).prepare('take_over'),
  settle: settle(db).prepare('settle'),
  addTrade: addTrade(db).prepare('add_trade'),
}));

const NO_TRADE = {
  tradeEventId: null,
  tradeId: null,
  price: null,
  tradedQuantity: null,
  commission: null,
  commissionAsset: null,
  commissionPrice: null,
  tradedAt: null,
  tradeDetails: null,
};

function tradeGiven({ tradeId, price, quantity, commission, commissionAsset, tradedAt, ...of }: PricedFill) {
  const reported = {
    price: price.toFixed(),
    quantity: quantity.toFixed(),
    commission: commission.toFixed(),
    commissionAsset,
  };
  const { quantity: tradedQuantity, ...rest } = reported;
  const details = { tradeEventId: newId(), tradeDetails: JSON.stringify(reported) };
  const commissionPrice = of.commissionPrice?.toFixed() ?? null;
  return { ...rest, ...details, tradeId, tradedQuantity, commissionPrice, tradedAt };
}

/** The trades that are known of an order. */
export const fillsOf = (db: Db, order: Pick<OrderRow, 'userId' | 'id'>) =>
  db
    .select({ quantity: fills.quantity, price: fills.price })
    .from(fills)
    .where(and(eq(fills.userId, order.userId), eq(fills.orderId, order.id)));

/** What the exchange says of orders and their trades. Each answers null when it was no news. */
export function factsStore(db: Db) {
  return {
    /** The trade that brought it, if it was one, in the same transaction: who reads one finds the other. */
    async apply(fact: ExchangeOrder, fill: PricedFill | null, now: number): Promise<Applied | null> {
      // In the history the trade comes before the new state of the order.
      const [tradeEventId, eventId] = [newId(), newId()].toSorted();
      const [news] = await writes(db).takeOver.execute({
        ...(fill ? { ...tradeGiven(fill), tradeEventId } : NO_TRADE),
        clientOrderId: fact.clientOrderId,
        exchangeOrderId: fact.exchangeOrderId,
        expiryReason: fact.expiryReason,
        state: fact.state,
        quantity: fact.quantity.toFixed(),
        filledQuantity: fact.filledQuantity.toFixed(),
        filledCounterQuantity: fact.filledCounterQuantity?.toFixed() ?? null,
        at: fact.updatedAt,
        now,
        eventId,
        kind: 'order-found',
        details: JSON.stringify({ state: fact.state }),
      });
      return news ?? null;
    },
    /** `rejected` ends the intent, `unknown` keeps it for looking up. */
    async settle(name: string, to: { state: OrderState; reason: string | null; now: number }): Promise<NewsOf | null> {
      const kind = to.state === 'unknown' ? 'order-lost' : 'order-refused';
      const line = { eventId: newId(), kind, details: JSON.stringify({ reason: to.reason }) };
      const [news] = await writes(db).settle.execute({ ...to, ...line, clientOrderId: name });
      return news ?? null;
    },
    async addFill(name: string, fill: PricedFill, now: number): Promise<NewsOf | null> {
      const [news] = await writes(db).addTrade.execute({ ...tradeGiven(fill), clientOrderId: name, now });
      return news ?? null;
    },
  };
}
