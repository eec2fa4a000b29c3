import { type Order, isOpen } from '../../../../domain/matching/model/order.ts';
import { refusal } from '../../binance-error.ts';
import { randomClientId } from '../../ids.ts';
import type { SignedCall } from '../endpoint.ts';
import { type Parameters, choice, clientIdParameter } from '../parameters.ts';
import { findOrder, requiredSymbol, openOrdersOf } from './find-order.ts';
import { canceledListAnswer } from './list-answers.ts';
import { cancelAnswer } from './order-answers.ts';

const RESTRICTIONS = ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'] as const;
type Restriction = (typeof RESTRICTIONS)[number];
const RESTRICTED_TO: Record<Restriction, Order['status']> = {
  ONLY_NEW: 'NEW',
  ONLY_PARTIALLY_FILLED: 'PARTIALLY_FILLED',
};

export const restrictionParameter = (parameters: Parameters): Restriction | undefined =>
  choice(parameters.get('cancelRestrictions'), RESTRICTIONS, refusal(-1145, 'Invalid cancelRestrictions'));

/** Cancels an order that is open, with the whole list that it is in. */
function cancelOpen({ core }: SignedCall, order: Order, cancelId: string) {
  const canceled = core.cancel(order, cancelId);
  return order.list ? canceledListAnswer(order.list, canceled, cancelId) : cancelAnswer(order, cancelId);
}

/** Cancels an order that was found. Throws the refusal where it is not open or the restriction forbids it. */
export function cancelFound(
  call: SignedCall,
  order: Order | null,
  how: { cancelId: string; restriction: Restriction | undefined },
) {
  // An order from the database is over, whatever its status: all open orders are in memory.
  if (!order || !isOpen(order) || call.account.open.get(order.orderId) !== order) throw refusal(-2011);
  if (how.restriction && order.status !== RESTRICTED_TO[how.restriction]) {
    throw refusal(-2011, 'Order was not canceled due to cancel restrictions.');
  }
  return cancelOpen(call, order, how.cancelId);
}

export async function cancelOrder(call: SignedCall) {
  const restriction = restrictionParameter(call.parameters);
  const cancelId = clientIdParameter(call.parameters, 'newClientOrderId') ?? randomClientId();
  return cancelFound(call, await findOrder(call), { cancelId, restriction });
}

/** Cancels all of a symbol: single orders first, then the lists, each once. */
export function cancelAll(call: SignedCall) {
  const orders = openOrdersOf(call, requiredSymbol(call));
  if (orders.length === 0) throw refusal(-2011);
  const cancelId = randomClientId();
  const firstOfLists = new Map(orders.map((order) => [order.list, order]));
  firstOfLists.delete(null);
  const single = orders.filter((order) => order.list === null);
  return [...single, ...firstOfLists.values()].map((order) => cancelOpen(call, order, cancelId));
}
