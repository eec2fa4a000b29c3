import { ZERO } from '#contracts/rules/decimal.ts';
import { fixed } from '../../../../domain/matching/model/amount.ts';
import { type Draft, type Fill, type Order, hasTrigger } from '../../../../domain/matching/model/order.ts';

const ZERO_AMOUNT = fixed(ZERO);

/** An OPO's leg has no size before its entry is filled. */
const isSized = (order: Order): boolean => order.quantity.gt(0) || !order.list?.paysLegs;
const stopPrice = (order: Order) => (hasTrigger(order) ? { stopPrice: fixed(order.stopPrice) } : {});

const trailing = ({ trailingDelta, trail }: Order['details']) =>
  trailingDelta === undefined ? {} : { trailingDelta, trailingTime: trail?.since ?? -1 };

const conditional = ({ details, preventedQty }: Order) => ({
  ...trailing(details),
  ...(details.strategyId === undefined ? {} : { strategyId: details.strategyId }),
  ...(details.strategyType === undefined ? {} : { strategyType: details.strategyType }),
  ...(details.preventedMatchId === undefined ? {} : { preventedMatchId: details.preventedMatchId }),
  ...(preventedQty.gt(0) ? { preventedQuantity: fixed(preventedQty) } : {}),
  ...(details.expiryReason === undefined ? {} : { expiryReason: details.expiryReason }),
});

const amounts = (order: Order) => ({
  price: fixed(order.price),
  ...(isSized(order) ? { origQty: fixed(order.quantity) } : {}),
  executedQty: fixed(order.executedQty),
  origQuoteOrderQty: fixed(order.quoteOrderQty),
  cummulativeQuoteQty: fixed(order.executedQuote),
  status: order.status,
  timeInForce: order.timeInForce,
  type: order.type,
  side: order.side,
});

const listIdOf = ({ list }: Order): number => list?.orderListId ?? -1;

const acknowledged = (order: Order) => ({
  symbol: order.pair.symbol,
  orderId: order.orderId,
  orderListId: listIdOf(order),
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

/** The default response type. */
export const usualAnswer = ({ type }: Draft): AnswerType => (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');

export function placedAnswer(type: AnswerType, order: Order, fills: readonly Fill[]) {
  if (type === 'ACK') return acknowledged(order);
  const result = {
    ...acknowledged(order),
    ...amounts(order),
    ...stopPrice(order),
    workingTime: order.workingTime ?? -1,
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
    ...stopPrice(order),
    selfTradePreventionMode: order.details.stp,
    ...conditional(order),
  };
}

export const orderAnswer = (order: Order) => ({
  symbol: order.pair.symbol,
  orderId: order.orderId,
  orderListId: listIdOf(order),
  clientOrderId: order.clientOrderId,
  ...amounts(order),
  stopPrice: fixed(order.stopPrice),
  icebergQty: ZERO_AMOUNT,
  time: order.time,
  updateTime: order.updateTime,
  isWorking: order.workingTime !== null,
  workingTime: order.workingTime ?? -1,
  selfTradePreventionMode: order.details.stp,
  ...conditional(order),
});
