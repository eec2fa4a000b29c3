import { ordersOf } from '../../../../domain/matching/model/order-list.ts';
import { type Fill, type Order, type OrderList, isOpen } from '../../../../domain/matching/model/order.ts';
import { type AnswerType, cancelAnswer, placedAnswer } from './order-answers.ts';

/** A list as it stands, or as its orders stood. */
export function listAnswer(list: OrderList, orders: readonly Order[] = ordersOf(list)) {
  const isDone = !orders.some(isOpen);
  return {
    orderListId: list.orderListId,
    contingencyType: list.contingency,
    listStatusType: isDone ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: isDone ? 'ALL_DONE' : 'EXECUTING',
    listClientOrderId: list.clientListId,
    transactionTime: list.time,
    symbol: list.pair.symbol,
    orders: orders.map(({ orderId, clientOrderId }) => ({ symbol: list.pair.symbol, orderId, clientOrderId })),
  };
}

/** `fills` are those that the list's orders got at once. */
export function placedListAnswer(
  type: AnswerType,
  placed: { list: OrderList; orders: readonly Order[]; fills: readonly Fill[] },
) {
  const { list, orders, fills } = placed;
  const fillsOf = (order: Order) => fills.filter((fill) => fill.order.orderId === order.orderId);
  return {
    ...listAnswer(list, orders),
    orderReports: orders.map((order) => placedAnswer(type, order, fillsOf(order))),
  };
}

/** Reports are of the orders that were canceled: an entry that was already filled is only listed. */
export const canceledListAnswer = (list: OrderList, canceled: readonly Order[], cancelId: string) => ({
  ...listAnswer(list),
  orderReports: canceled.map((order) => cancelAnswer(order, cancelId)),
});
