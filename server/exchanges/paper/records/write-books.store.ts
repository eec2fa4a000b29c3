import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { Order, OrderList } from '../../../domain/matching/model/order.ts';
import type { Batch } from './journal.ts';

const orderRow = (order: Order) => ({
  order_id: order.orderId,
  api_key: order.accountId,
  symbol: order.pair.symbol,
  client_order_id: order.clientOrderId,
  side: order.side,
  type: order.type,
  time_in_force: order.timeInForce,
  price: order.price.toFixed(),
  stop_price: order.stopPrice.toFixed(),
  quantity: order.quantity.toFixed(),
  quote_order_qty: order.quoteOrderQty.toFixed(),
  executed_qty: order.executedQty.toFixed(),
  cummulative_quote_qty: order.executedQuote.toFixed(),
  prevented_qty: order.preventedQty.toFixed(),
  status: order.status,
  order_list_id: order.list?.orderListId ?? -1,
  details: order.details,
  time: order.time,
  update_time: order.updateTime,
  working_time: order.workingTime,
});

const listRow = (list: OrderList) => ({
  order_list_id: list.orderListId,
  api_key: list.accountId,
  symbol: list.pair.symbol,
  client_list_id: list.clientListId,
  contingency: list.contingency,
  status: list.status,
  pays_legs: list.paysLegs,
  locked: list.lock.amount.toFixed(),
  time: list.time,
});

/** The rows of a batch in their current state; amounts as text, so that none passes through a float. */
const snapshot = (batch: Batch) => ({
  accounts: [...batch.accounts].map((account) => ({
    api_key: account.id,
    secret: account.secret,
    rights: account.rights,
    created_at: account.createdAt,
  })),
  holdings: [...batch.holdings].map((row) => ({
    api_key: row.owner,
    asset: row.asset,
    free: row.free.toFixed(),
    locked: row.locked.toFixed(),
  })),
  orders: [...batch.orders].map(orderRow),
  lists: [...batch.lists].map(listRow),
  fills: batch.fills.map((fill) => ({
    trade_id: fill.tradeId,
    api_key: fill.order.accountId,
    symbol: fill.order.pair.symbol,
    order_id: fill.order.orderId,
    is_buyer: fill.order.side === 'BUY',
    is_maker: fill.isMaker,
    price: fill.price.toFixed(),
    quantity: fill.qty.toFixed(),
    commission: fill.commission.toFixed(),
    commission_asset: fill.commissionAsset,
    time: fill.time,
  })),
  prices: [...batch.prices.values()].map((stored) => ({
    symbol: stored.symbol,
    price: stored.price.toFixed(),
    time: stored.time,
    trade_id: stored.tradeId,
    pinned: stored.pinned,
  })),
});

/**
 * One statement, so one transaction and one round trip. It writes nothing once another process took the next epoch, and the
 * lock on the fence makes that process wait for a statement in progress.
 */
const writing = (rows: ReturnType<typeof snapshot>, epoch: number) => sql`
  with fence as (select 1 from paper.exchange where epoch = ${epoch} for share),
  input as (select ${JSON.stringify(rows)}::text::jsonb as rows from fence),
  accounts as (
    insert into paper.accounts (api_key, secret, rights, created_at)
    select r.* from input, jsonb_to_recordset(rows->'accounts')
      as r(api_key text, secret text, rights jsonb, created_at bigint)
    on conflict (api_key) do update set rights = excluded.rights),
  balances as (
    insert into paper.balances (api_key, asset, free, locked)
    select r.* from input, jsonb_to_recordset(rows->'holdings') as r(api_key text, asset text, free numeric, locked numeric)
    on conflict (api_key, asset) do update set free = excluded.free, locked = excluded.locked),
  orders as (
    insert into paper.orders (order_id, api_key, symbol, client_order_id, side, type, time_in_force, price, stop_price,
      quantity, quote_order_qty, executed_qty, cummulative_quote_qty, prevented_qty, status, order_list_id, details, time,
      update_time, working_time)
    select r.* from input, jsonb_to_recordset(rows->'orders') as r(order_id bigint, api_key text, symbol text,
      client_order_id text, side text, type text, time_in_force text, price numeric, stop_price numeric, quantity numeric,
      quote_order_qty numeric, executed_qty numeric, cummulative_quote_qty numeric, prevented_qty numeric, status text,
      order_list_id integer, details jsonb, time bigint, update_time bigint, working_time bigint)
    on conflict (order_id) do update set quantity = excluded.quantity, executed_qty = excluded.executed_qty,
      cummulative_quote_qty = excluded.cummulative_quote_qty, prevented_qty = excluded.prevented_qty,
      status = excluded.status, details = excluded.details, update_time = excluded.update_time,
      working_time = excluded.working_time),
  lists as (
    insert into paper.order_lists (order_list_id, api_key, symbol, client_list_id, contingency, status, pays_legs, locked,
      time)
    select r.* from input, jsonb_to_recordset(rows->'lists') as r(order_list_id integer, api_key text, symbol text,
      client_list_id text, contingency text, status text, pays_legs boolean, locked numeric, time bigint)
    on conflict (order_list_id) do update set status = excluded.status, locked = excluded.locked, time = excluded.time),
  trades as (
    insert into paper.trades (trade_id, api_key, symbol, order_id, is_buyer, is_maker, price, quantity, commission,
      commission_asset, time)
    select r.* from input, jsonb_to_recordset(rows->'fills') as r(trade_id bigint, api_key text, symbol text,
      order_id bigint, is_buyer boolean, is_maker boolean, price numeric, quantity numeric, commission numeric,
      commission_asset text, time bigint)
    on conflict (symbol, trade_id, is_buyer) do nothing),
  prices as (
    insert into paper.prices (symbol, price, time, trade_id, pinned)
    select r.* from input, jsonb_to_recordset(rows->'prices')
      as r(symbol text, price numeric, time bigint, trade_id bigint, pinned boolean)
    on conflict (symbol) do update set price = excluded.price, time = excluded.time, trade_id = excluded.trade_id,
      pinned = excluded.pinned)
  select count(*)::int as held from fence`;

/** Answers the write of this batch in its current state, which is false when another process has taken over. */
export function prepareWrite(db: Db, batch: Batch, epoch: number): () => Promise<boolean> {
  const statement = writing(snapshot(batch), epoch);
  return async () => {
    const [row] = await db.execute<{ held: number }>(statement);
    return row?.held === 1;
  };
}
