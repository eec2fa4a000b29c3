import type { TradeRow } from '../books/books.store.ts';
import { type Fill, type Order, ZERO } from '../books/order.ts';
import { fixed } from '../pairs.ts';

const NOTHING = fixed(ZERO);

const conditional = ({ details }: Order) => ({
  ...(details.strategyId === undefined ? {} : { strategyId: details.strategyId }),
  ...(details.strategyType === undefined ? {} : { strategyType: details.strategyType }),
  ...(details.expiryReason === undefined ? {} : { expiryReason: details.expiryReason }),
});

const amounts = (order: Order) => ({
  price: fixed(order.price),
  origQty: fixed(order.quantity),
  executedQty: fixed(order.executedQty),
  origQuoteOrderQty: fixed(order.quoteOrderQty),
  cummulativeQuoteQty: fixed(order.executedQuote),
  status: order.status,
  timeInForce: order.timeInForce,
  type: order.type,
  side: order.side,
});

const acknowledged = (order: Order) => ({
  symbol: order.pair.symbol,
  orderId: order.orderId,
  orderListId: -1,
  clientOrderId: order.clientOrderId,
  transactTime: order.updateTime,
});

const filled = (fill: Fill) => ({
  price: fixed(fill.price),
  qty: fixed(fill.qty),
  commission: fixed(fill.commission),
  commissionAsset: fill.commissionAsset,
  tradeId: fill.tradeId,
});

export type AnswerType = 'ACK' | 'RESULT' | 'FULL';

export function placedAnswer(type: AnswerType, order: Order, fills: readonly Fill[]) {
  if (type === 'ACK') return acknowledged(order);
  const result = {
    ...acknowledged(order),
    ...amounts(order),
    workingTime: order.time,
    selfTradePreventionMode: order.details.stp,
    ...conditional(order),
  };
  return type === 'RESULT' ? result : { ...result, fills: fills.map(filled) };
}

export function cancelAnswer(order: Order, cancelId: string) {
  const { symbol, ...rest } = acknowledged(order);
  return {
    symbol,
    origClientOrderId: order.clientOrderId,
    ...rest,
    clientOrderId: cancelId,
    ...amounts(order),
    selfTradePreventionMode: order.details.stp,
    ...conditional(order),
  };
}

export const orderAnswer = (order: Order) => ({
  symbol: order.pair.symbol,
  orderId: order.orderId,
  orderListId: -1,
  clientOrderId: order.clientOrderId,
  ...amounts(order),
  stopPrice: NOTHING,
  icebergQty: NOTHING,
  time: order.time,
  updateTime: order.updateTime,
  isWorking: true,
  workingTime: order.time,
  selfTradePreventionMode: order.details.stp,
  ...conditional(order),
});

export const tradeAnswer = (row: TradeRow) => ({
  symbol: row.symbol,
  id: row.tradeId,
  orderId: row.orderId,
  orderListId: -1,
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
