import { fixed } from '../../../../domain/matching/model/amount.ts';
import { refusal } from '../../binance-error.ts';
import type { TradeRow } from '../../records/books.store.ts';
import type { Listing } from '../../records/listing.ts';
import type { SignedCall } from '../endpoint.ts';
import { findOrder, requiredSymbol, openOrdersOf } from '../orders/find-order.ts';
import { orderAnswer } from '../orders/order-answers.ts';
import { limitParameter, timeSpan, wholeParameter } from '../parameters.ts';

const tradeAnswer = (row: TradeRow, orderListId: number) => ({
  symbol: row.symbol,
  id: row.tradeId,
  orderId: row.orderId,
  orderListId,
  price: fixed(row.price),
  qty: fixed(row.quantity),
  quoteQty: fixed(row.price.times(row.quantity)),
  commission: fixed(row.commission),
  commissionAsset: row.commissionAsset,
  time: row.time,
  isBuyer: row.isBuyer,
  isMaker: row.isMaker,
  isBestMatch: true,
});

export async function queryOrder(call: SignedCall) {
  const order = await findOrder(call);
  if (!order) throw refusal(-2013);
  return orderAnswer(order);
}

export function openOrders(call: SignedCall) {
  const symbol = call.parameters.has('symbol') ? requiredSymbol(call) : undefined;
  return openOrdersOf(call, symbol).map(orderAnswer);
}

/** The bounds of a listing call; `idName` is the parameter of the first id. */
function listing(call: SignedCall, idName: 'orderId' | 'fromId'): Listing {
  const { parameters, account } = call;
  const fromId = wholeParameter(parameters, idName);
  return {
    ...timeSpan(parameters),
    apiKey: account.id,
    symbol: requiredSymbol(call),
    limit: limitParameter(parameters, 500, 1000),
    ...(fromId === undefined ? {} : { fromId }),
  };
}

export async function allOrders(call: SignedCall) {
  const of = listing(call, 'orderId');
  await call.core.journal.committed();
  return (await call.core.store.orders(of)).map(orderAnswer);
}

/** The lists that the orders of some trades were in, by order id. */
async function listIdsOf({ core, account }: SignedCall, rows: readonly TradeRow[]): Promise<Map<number, number>> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = rows.map((row) => row.orderId);
  const fromId = Math.min(...ids);
  const of = { apiKey: account.id, symbol: first.symbol, fromId, limit: Math.max(...ids) - fromId + 1 };
  const orders = await core.store.orders(of);
  return new Map(orders.flatMap(({ orderId, list }) => (list ? [[orderId, list.orderListId]] : [])));
}

export async function myTrades(call: SignedCall) {
  const of = listing(call, 'fromId');
  const orderId = wholeParameter(call.parameters, 'orderId');
  const timed = of.startTime !== undefined || of.endTime !== undefined;
  if (timed && (orderId !== undefined || of.fromId !== undefined)) {
    throw refusal(-1128, 'Combination of optional parameters invalid.');
  }
  await call.core.journal.committed();
  const rows = await call.core.store.trades(orderId === undefined ? of : { ...of, orderId });
  const listIds = await listIdsOf(call, rows);
  return rows.map((row) => tradeAnswer(row, listIds.get(row.orderId) ?? -1));
}
